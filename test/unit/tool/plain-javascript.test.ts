import { z } from 'zod';
import type { ObjectSchema } from '../../../src/base/json-schema';
import {
  Arg,
  defineApp,
  defineTool,
  Explicit,
  Prompt,
  Resource,
  Tool,
  ToolArguments,
  type App,
} from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import { testClient } from '../../../src/testing';

// As plain JavaScript, and compilers that check no types, let it pass.
const define = defineTool as unknown as (definition?: unknown) => unknown;
const app = defineApp as unknown as (options: unknown) => unknown;
const bare = (decorator: unknown) => decorator as (facts?: unknown) => (...target: unknown[]) => void;
const run = (): string => 'x';

test.each<[unknown, string]>([
  [
    { name: 'area', descripton: 'x', run },
    "tool 'area': has the unknown option 'descripton'. Did you mean 'description'?",
  ],
  [
    { name: 'area', description: 'x', input: {}, run },
    "tool 'area': has the unknown option 'input'. Did you mean 'inputSchema'?",
  ],
  [{ nam: 'area', description: 'x', run }, "defineTool: has the unknown option 'nam'. Did you mean 'name'?"],
  [{ description: 'x', run }, 'defineTool: has no name.'],
  [{ name: 'area', run }, "tool 'area': has no description."],
  [{ name: 'area', description: 'x' }, "tool 'area': has no function `run`."],
  [{ name: 'a b', description: 'x', run }, "tool 'a b': has a name that clients reject."],
  [undefined, 'defineTool: needs an object.'],
  [
    { name: 'area', description: 'x', run, timeoutSeconds: 'x', synchronous: 'no' },
    "2 problems:\n- tool 'area': has timeoutSeconds: 'x', which is not a number from 0 up. " +
      "Use seconds, or 0 for no limit.\n- tool 'area': has synchronous: 'no', which is not true or false.",
  ],
  [
    { name: 'area', description: 'x', run, annotations: { readonlyHint: true } },
    "tool 'area': has the unknown option 'readonlyHint' in annotations. Did you mean 'readOnlyHint'?",
  ],
])('defineTool(%j) says what is wrong', (definition, message) => {
  expect(() => define(definition)).toThrow(message);
});

test.each<[object, string]>([
  [{ nme: 'x' }, "defineApp: has the unknown option 'nme'. Did you mean 'name'?"],
  [{ name: 'x', tool: [] }, "defineApp: has the unknown option 'tool'. Did you mean 'tools'?"],
])('defineApp(%j) says what is meant', (options, message) => {
  expect(() => app(options)).toThrow(message);
});

test('what resembles no option is left alone', () => {
  expect(() => app({ name: 'x', tools: [], owner: 'Ada', packs_: undefined })).not.toThrow();
  expect(() => define({ name: 'area', description: 'x', run, maintainer: 'Ada' })).not.toThrow();
});

test('a mistyped option keeps its tool from being listed and called, and is reported with all other mistakes', async () => {
  const read = jest.fn(() => 'read');
  class File extends ToolArguments {
    file!: string;
    password!: string;
    count = 1;
  }
  bare(Arg)({ description: 'File to read', type: 'string', acess: 'read' })(File.prototype, 'file');
  bare(Arg)({ description: 'Password', type: 'string', secrt: true, minLenght: 8 })(
    File.prototype,
    'password',
  );
  bare(Arg)({ description: 'How often', minimum: '1' })(File.prototype, 'count');
  class ReadFile {
    run = read;
  }
  ReadFile.prototype.run = read;
  bare(Tool)({ args: File, description: 'Read a file.', timeoutSecond: 1, tags: 'io' })(ReadFile);
  class Area {
    run = run;
  }
  Area.prototype.run = run;
  bare(Tool)({ description: 'Tell the area.' })(Area);

  const client = await testClient(defineApp({ tools: [ReadFile as never, Area as never] }));
  expect((await client.tools()).map(({ name }) => name)).toEqual(['area', 'read_result']);
  expect((await client.call('read_file', { file: '/etc/passwd', password: 'x' })).isError).toBe(true);
  expect(read).not.toHaveBeenCalled();
  await expect(client.app!.verify()).rejects.toThrow(
    [
      '6 problems:',
      "- ReadFile: has the unknown option 'timeoutSecond'. Did you mean 'timeoutSeconds'?",
      "- ReadFile: has tags: 'io', which is not a list of strings. Write strings in brackets, such as ['a', 'b'].",
      "- File.file: has the unknown option 'acess'. Did you mean 'access'?",
      "- File.password: has the unknown option 'secrt'. Did you mean 'secret'?",
      "- File.password: has the unknown option 'minLenght'. Did you mean 'minLength'?",
      "- File.count: has minimum: '1', which is not a number. Write a number, without quotes.",
    ].join('\n'),
  );
  await client.close();
});

test('an option of @Tool alone keeps it from being called without arguments', async () => {
  const paint = jest.fn(() => 'painted');
  class Paint {
    run = paint;
  }
  Paint.prototype.run = paint;
  bare(Tool)({ description: 'Paint.', synchronous: 'no' })(Paint);
  const registry = new ToolRegistry([Paint as never]);
  await registry.call('paint');
  expect(paint).not.toHaveBeenCalled();
});

test('what is misspelt is said where something needed is missing for it', () => {
  class Paint {
    run(): string {
      return 'x';
    }
  }
  bare(Tool)({ descripton: 'Paint.', timeoutSeconds: 'x' })(Paint);
  expect(() => new ToolRegistry([Paint])).toThrow(
    "2 problems:\n- Paint: has the unknown option 'descripton'. Did you mean 'description'?\n" +
      "- Paint: has timeoutSeconds: 'x', which is not a number from 0 up. Use seconds, or 0 for no limit.",
  );
});

test.each<[string, unknown[], string]>([
  ['nothing', [], 'has @Explicit without the words that the user confirms with.'],
  ['an empty text', [' '], 'has @Explicit without the words that the user confirms with.'],
  ['a number', [5], 'has @Explicit without the words that the user confirms with.'],
  [
    'an option that only @Arg has',
    ['YES', { secret: true }],
    "has the unknown option 'secret'. Its options are",
  ],
  ['a text for options', ['YES', 'Really'], 'has options that are no object.'],
])('@Explicit with %s never makes an argument that asks for no consent', async (_, given, message) => {
  class Args extends ToolArguments {
    sure!: string;
  }
  (Explicit as unknown as (...all: unknown[]) => (...target: unknown[]) => void)(...given)(
    Args.prototype,
    'sure',
  );
  const erase = jest.fn(() => 'erased');
  class Erase {
    run = erase;
  }
  Erase.prototype.run = erase;
  bare(Tool)({ args: Args, description: 'Erase all.' })(Erase);
  const registry = new ToolRegistry([Erase as never]);
  await expect(registry.verify()).rejects.toThrow(`Args.sure: ${message}`);
  for (const sure of given) await registry.call('erase', { sure });
  await registry.call('erase', { sure: 'undefined' });
  expect(erase).not.toHaveBeenCalled();
});

test('a list of prompts says every mistyped option at once', async () => {
  class Plan {
    render(): string {
      return 'x';
    }
  }
  bare(Prompt)({ description: 'Plan.', titel: 'Plan', usage: 5 })(Plan);
  await expect(testClient(defineApp({ prompts: [Plan] }))).rejects.toThrow(
    "2 problems:\n- Plan: has the unknown option 'titel'. Did you mean 'title'?\n- Plan: has usage: 5,",
  );
});

test('decorators without anything in them name the class and the field', async () => {
  class Args extends ToolArguments {
    size!: string;
  }
  bare(Arg)()(Args.prototype, 'size');
  class Paint {
    run(): string {
      return 'x';
    }
  }
  bare(Tool)({ args: Args, description: 'Paint.' })(Paint);
  class Draw extends Paint {}
  bare(Tool)()(Draw);
  expect(() => new ToolRegistry([Draw])).toThrow('Draw: has no description. Say in @Tool what it does.');
  await expect(new ToolRegistry([Paint]).verify()).rejects.toThrow(
    'Args.size: has no description. Say in @Arg what it is for.',
  );
  class Plan {
    render(): string {
      return 'x';
    }
  }
  bare(Prompt)()(Plan);
  class Notes {
    read(): string {
      return 'x';
    }
  }
  bare(Resource)()(Notes);
  await expect(testClient(defineApp({ prompts: [Plan] }))).rejects.toThrow(
    'Plan: has no description. Say in @Prompt what it is for.',
  );
  const client = await testClient(defineApp({ resources: [Notes] }));
  await expect(client.app!.verify()).rejects.toThrow('Notes: has no URI. State `uri` in @Resource');
  await client.close();
});

describe('schemas that would be listed and check nothing', () => {
  const tool = { name: 'find', description: 'Find.', run: () => 'found' };
  const zod = z.object({ a: z.string() }) as unknown as ObjectSchema;

  test.each([
    ['inputSchema', { inputSchema: zod }],
    ['outputSchema', { outputSchema: zod }],
    ['returns', { returns: zod }],
  ])('a schema of zod as %s is refused with the call that makes JSON Schema of it', (option, more) => {
    expect(() => defineTool({ ...tool, ...more })).toThrow(
      new RegExp(
        `has ${option}: an object, which is not a JSON Schema\\..*z\\.toJSONSchema\\(schema, \\{ io: 'input' \\}\\)`,
      ),
    );
  });

  test('the JSON Schema that zod makes of it is taken everywhere', () => {
    const schema = z.toJSONSchema(z.object({ a: z.string().min(2) }), { io: 'input' }) as ObjectSchema;
    const defined = defineTool({ ...tool, inputSchema: schema, outputSchema: schema });
    const expected = { type: 'object', properties: { a: { type: 'string', minLength: 2 } } };
    expect(new ToolRegistry(defined).describe('find')).toMatchObject({
      inputSchema: expected,
      outputSchema: expected,
    });
    expect(() => defineTool({ ...tool, returns: schema })).not.toThrow();
  });

  test('a schema that looks like JSON Schema and validates by itself, as those of valibot, is refused', () => {
    const valibot = {
      kind: 'schema',
      type: 'object',
      entries: {},
      '~standard': { version: 1, vendor: 'valibot' },
    };
    expect(() => defineTool({ ...tool, inputSchema: valibot as never })).toThrow(/not a JSON Schema/);
  });

  test('one as the schema of an argument, too', () => {
    class FindArgs extends ToolArguments {
      @Arg({ description: 'What', schema: z.string() as never })
      what!: string;
    }
    @Tool({ args: FindArgs, description: 'Find.' })
    class Find {
      run(): string {
        return 'found';
      }
    }
    expect(() => new ToolRegistry(Find).describe('find')).toThrow(
      /which is not a JSON Schema.*z\.toJSONSchema/,
    );
  });

  test('an output schema that clients reject with the whole list is refused as the input schema is', () => {
    const text = { type: 'string' } as unknown as ObjectSchema;
    expect(() => defineTool({ ...tool, outputSchema: text })).toThrow(
      /output schema whose root is not `type: "object"`.*`returns`/,
    );
    expect(() => defineTool({ ...tool, outputSchema: { type: 'object', required: 'a' } as never })).toThrow(
      /required/,
    );
    expect(() => defineTool({ ...tool, returns: text })).not.toThrow();
  });
});

test.each([
  ['an app', (made: App) => made],
  ['its members', (made: App) => ({ ...made })],
  ['its members with other options', (made: App) => ({ ...made, name: 'more' })],
])('defineApp refuses %s, whose options would be lost', (_, options) => {
  const made = defineApp({ name: 'notes', config: { consent: 'deny' } });
  expect(() => defineApp(options(made) as never)).toThrow('Write defineApp({ ...app.options, … }).');
  expect(defineApp({ ...made.options, version: '2.0.0' }).options.config).toEqual({ consent: 'deny' });
});

describe('settings at the wrong place of defineApp', () => {
  test.each(['consent', 'strict', 'descriptions', 'roots'])('%s is refused with its right one', (setting) => {
    expect(() => app({ name: 'notes', [setting]: 'deny' })).toThrow(
      `has the unknown option '${setting}'. It is a setting: write \`config: { ${setting}: … }\`.`,
    );
  });

  test('a misspelling beside its right form is refused too', () => {
    expect(() => app({ tools: [], tols: [] })).toThrow("unknown option 'tols'. Did you mean 'tools'?");
  });
});
