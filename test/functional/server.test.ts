import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import Ajv from 'ajv';
import { Arg, defineTool, Explicit, Result, Tool, ToolArguments, type ToolContext } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { UNKNOWN_TOOL, connect, jsonOf } from '../support/connect';

class GreetArgs extends ToolArguments {
  @Arg({ description: 'Whom to greet', minLength: 1 }) name!: string;
  @Arg('Whether to shout') loud = false;
}

@Tool({
  args: GreetArgs,
  description: 'Greet someone.',
  usage: 'Give a name.',
  examples: [{ args: { name: 'Ada' }, explains: 'Greets Ada.' }],
  annotations: { title: 'Greet', readOnlyHint: true },
})
class Greet {
  async run(args: GreetArgs, context: ToolContext) {
    context.progress({ progress: 1, total: 2, message: 'half way' });
    context.log.info('greeting');
    return Result.ok(`Hello ${args.name}${args.loud ? '!' : ''}`, { instruction: 'Show it verbatim.' });
  }
}

const written: string[] = [];

class RemoveArgs extends ToolArguments {
  @Arg('What to remove') name!: string;
  @Arg({ description: 'A word nobody may see', secret: true, optional: true }) token?: string;
  @Explicit('REMOVE_IT') explicitAction!: 'REMOVE_IT';
}

@Tool({ args: RemoveArgs, description: 'Remove a thing.', annotations: { destructiveHint: true } })
class Remove {
  run(args: RemoveArgs) {
    written.push(args.name);
    return Result.ok(args.name);
  }
}

beforeEach(() => written.splice(0));

test('G9 a description has its four sections in order, its fence equals the schema, its examples are valid', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet, Remove], { prefix: '' }));
  const { tools } = await client.listTools();
  for (const tool of tools) {
    const text = tool.description!;
    const places = ['## Description', '## JSON Schema', '## Usage Instructions', '## Concrete Examples'].map(
      (label) => text.indexOf(label),
    );
    expect(places.every((place, index) => place >= 0 && (index === 0 || place > places[index - 1]!))).toBe(
      true,
    );
    const schema = JSON.parse(/## JSON Schema\n\n```json\n([\s\S]*?)\n```/.exec(text)![1]!) as object;
    expect(schema).toEqual(tool.inputSchema);
    const examples = text.slice(places[3]).match(/```json\n[\s\S]*?\n```/g)!;
    const valid = new Ajv({ strict: false }).compile(tool.inputSchema);
    for (const example of examples) expect(valid(JSON.parse(example.replace(/```(json)?/g, '')))).toBe(true);
    expect(
      Math.max(
        ...text
          .split('\n')
          .slice(0, 3)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(50);
  }
  await close();
});

test('an example that the tool would refuse is an author error that names the class', () => {
  @Tool({ args: GreetArgs, description: 'Greet.', examples: [{ args: { nam: 'x' }, explains: 'Wrong.' }] })
  class Wrong {
    run(_args: GreetArgs) {
      return 1;
    }
  }
  expect(() => new ToolRegistry([Wrong], { prefix: '' }).describe('wrong')).toThrow(
    /Wrong.*examples\[0\].*nam/,
  );
});

test('terse descriptions are the first section alone', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }), {
    descriptions: 'terse',
  });
  expect((await client.listTools()).tools[0]!.description).toBe('Greet someone.');
  await close();
});

test.each([
  ['terse', /^LONG$/],
  ['compact', /^LONG\n\nGive it\.$/],
  ['full', /^## Description\n\nSay much\.\n\nLONG\n/],
] as const)(
  'a long first line is listed as its author wrote it (%s); the four sections begin with a short one',
  async (descriptions, expected) => {
    const description = 'Say very much about everything that anybody ever could have asked about.';
    const tool = defineTool({ name: 'say_much', description, usage: 'Give it.', run: () => 'much' });
    const { client, close } = await connect(new ToolRegistry([tool], { prefix: '' }), { descriptions });
    const [listed] = (await client.listTools()).tools;
    expect(listed!.description!.replace(description, 'LONG')).toMatch(expected);
    await close();
  },
);

test('G10 an unknown argument is a failure that names the field, and the tool does not run', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet, Remove], { prefix: '' }));
  const result = await client.callTool({
    name: 'remove',
    arguments: { nmae: 'x', explicit_action: 'REMOVE_IT' },
  });
  expect(result.isError).toBe(true);
  expect(jsonOf(result)).toMatchObject({
    success: false,
    error_type: 'validation_error',
    error_data: {
      code: -32602,
      validation_errors: expect.arrayContaining([
        expect.objectContaining({ field: 'nmae', nearest: 'name' }),
      ]),
    },
  });
  expect(written).toEqual([]);
  await close();
});

test('T12 a wrong type is a validation failure with the table’s code, and the tool does not run', async () => {
  const { client, close } = await connect(new ToolRegistry([Remove], { prefix: '' }));
  const result = await client.callTool({
    name: 'remove',
    arguments: { name: 5, explicit_action: 'REMOVE_IT' },
  });
  expect(jsonOf(result)).toMatchObject({
    error_data: { code: -32602, validation_errors: [{ field: 'name', received: '5 (number)' }] },
  });
  expect(written).toEqual([]);
  await close();
});

test('a success is text with its JSON, and the same as structured content; repairs are in _meta', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }));
  const result = await client.callTool({ name: 'greet', arguments: { name: 'Ada', loud: 'true' } });
  expect(jsonOf(result)).toEqual({ success: true, value: 'Hello Ada!', instruction: 'Show it verbatim.' });
  expect(result.structuredContent).toEqual(jsonOf(result));
  expect(result._meta).toMatchObject({
    'toolwright/repairs': [{ field: 'loud', from: 'string', to: 'boolean' }],
  });
  await close();
});

test('T10 T11 unknown and disabled tools are protocol errors on the wire', async () => {
  const registry = new ToolRegistry([Greet], { prefix: 'guide' });
  const { client, close } = await connect(registry);
  await expect(client.callTool({ name: 'guide_gret' })).rejects.toMatchObject({
    code: UNKNOWN_TOOL,
    message: expect.stringContaining('guide_greet'),
  });
  registry.disable('greet');
  expect((await client.listTools()).tools).toEqual([]);
  await expect(client.callTool({ name: 'guide_greet', arguments: { name: 'x' } })).rejects.toMatchObject({
    code: -32004,
  });
  await close();
});

test('T17 pages: the union is everything, nothing comes twice, a bad cursor is -32602', async () => {
  const registry = new ToolRegistry([], { prefix: '' });
  for (let index = 0; index < 25; index++)
    registry.register(defineTool({ name: `t${index}`, description: 'x', run: () => 1 }));
  const { client, close } = await connect(registry, { pageSize: 7 });
  const names: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor });
    names.push(...page.tools.map((tool) => tool.name));
    cursor = page.nextCursor;
    pages++;
  } while (cursor);
  expect(pages).toBe(4);
  expect(names).toEqual(registry.list().map((tool) => tool.name));
  await expect(client.listTools({ cursor: 'nonsense' })).rejects.toMatchObject({ code: -32602 });
  await close();
});

test('a list too large for one message is cut by bytes', async () => {
  const registry = new ToolRegistry([], { prefix: '' });
  const description = 'x'.repeat(10_000);
  for (let index = 0; index < 150; index++)
    registry.register(defineTool({ name: `t${index}`, description, run: () => 1 }));
  const { client, close } = await connect(registry);
  const first = await client.listTools();
  expect(first.nextCursor).toBeDefined();
  expect(JSON.stringify(first).length).toBeLessThan(1.2 * 1024 * 1024);
  await close();
});

test('clients hear of tools that come, go or are switched, once per burst', async () => {
  const registry = new ToolRegistry([Greet], { prefix: '' });
  let heard = 0;
  const { client, close } = await connect(registry, {
    prepare: (made) => made.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard++),
  });
  const settle = async () => {
    await client.ping();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  registry.disable('greet');
  registry.register(Remove);
  registry.unregister('remove');
  await settle();
  expect(heard).toBe(1);
  registry.enable('greet');
  await settle();
  expect(heard).toBe(2);
  registry.enable('greet');
  await settle();
  expect(heard).toBe(2);
  await close();
});

test('progress reaches the caller that asked for it', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }));
  const updates: unknown[] = [];
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } }, undefined, {
    onprogress: (update) => updates.push(update),
  });
  expect(updates).toEqual([{ progress: 1, total: 2, message: 'half way' }]);
  await close();
});

test('records reach a client from the level it set, and not before', async () => {
  const messages: unknown[] = [];
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }), {
    prepare: (made) =>
      made.setNotificationHandler(
        LoggingMessageNotificationSchema,
        ({ params }) => void messages.push(params.data),
      ),
  });
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  expect(messages).toEqual([]);
  await client.setLoggingLevel('info');
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  expect(messages).toEqual(['greeting']);
  await client.setLoggingLevel('debug');
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  expect(messages.slice(1)).toEqual([
    '[TRACE] Tool called: greet',
    'greeting',
    '[TRACE] Tool greet completed successfully',
  ]);
  await close();
});

test('what a tool threw reaches a client without its stack, in the result and in the log', async () => {
  const broken = defineTool({
    name: 'broken',
    description: 'Break.',
    run: () => {
      throw Object.assign(new TypeError('no disk'), { path: '/srv/secret' });
    },
  });
  const messages: unknown[] = [];
  const { client, close } = await connect(new ToolRegistry(broken, { prefix: '' }), {
    prepare: (made) =>
      made.setNotificationHandler(
        LoggingMessageNotificationSchema,
        ({ params }) => void messages.push(params.data),
      ),
  });
  await client.setLoggingLevel('debug');
  const reply = await client.callTool({ name: 'broken' });
  expect(messages.at(-1)).toBe('Tool broken failed: no disk');
  expect(JSON.stringify([reply, messages])).not.toMatch(/server\.test|secret/);
  await close();
});

test('cancelling a call aborts the tool', async () => {
  const aborted = new Promise<string>((resolve) => {
    const registry = new ToolRegistry(
      defineTool({
        name: 'wait',
        description: 'Wait.',
        timeoutSeconds: 0,
        run: (_args, context) =>
          new Promise((done) =>
            context.signal.addEventListener('abort', () => {
              resolve('aborted');
              done(1);
            }),
          ),
      }),
      { prefix: '' },
    );
    void connect(registry).then(async ({ client, close }) => {
      const controller = new AbortController();
      const call = client
        .callTool({ name: 'wait' }, undefined, { signal: controller.signal })
        .catch(() => undefined);
      await client.ping();
      controller.abort();
      await call;
      await client.ping();
      await close();
    });
  });
  expect(await aborted).toBe('aborted');
});

describe('G11 explicit consent', () => {
  const right = { name: 'x', explicit_action: 'REMOVE_IT' };

  test('without or with a wrong literal nothing happens, and the instruction is to ask the user', async () => {
    const { client, close } = await connect(new ToolRegistry([Remove], { prefix: '' }));
    for (const args of [{ name: 'x' }, { name: 'x', explicit_action: 'remove_it' }]) {
      const result = await client.callTool({ name: 'remove', arguments: args });
      expect(jsonOf(result)).toMatchObject({
        success: false,
        instruction: expect.stringContaining('Ask the user'),
      });
      expect(jsonOf(result)).not.toHaveProperty('error_data.example');
    }
    expect(written).toEqual([]);
    const [tool] = (await client.listTools()).tools;
    expect(tool!.description).toContain('REQUIRES EXPLICIT USER INSTRUCTION');
    expect(tool!.inputSchema.properties!['explicit_action']).toMatchObject({ const: 'REMOVE_IT' });
    await close();
  });

  test('with the literal it runs where the user can’t be asked', async () => {
    const { client, close } = await connect(new ToolRegistry([Remove], { prefix: '' }));
    await client.callTool({ name: 'remove', arguments: right });
    expect(written).toEqual(['x']);
    await close();
  });

  test.each([
    ['accept', ['x']],
    ['decline', []],
    ['cancel', []],
  ] as const)('a user who can be asked decides: %s', async (action, expected) => {
    const questions: string[] = [];
    const { client, close } = await connect(new ToolRegistry([Remove], { prefix: '' }), {
      capabilities: { elicitation: {} },
      prepare: (made) =>
        made.setRequestHandler(ElicitRequestSchema, ({ params }) => {
          questions.push(params.message);
          return { action };
        }),
    });
    await client.callTool({ name: 'remove', arguments: { ...right, token: 'hunter2' } });
    expect(written).toEqual(expected);
    expect(questions[0]).toContain('Remove a thing.');
    expect(questions[0]).toContain('name: "x"');
    expect(questions[0]).not.toContain('hunter2');
    await close();
  });

  test.each(['ask', 'deny'] as const)('%s fails closed without a way to ask', async (consent) => {
    const { client, close } = await connect(new ToolRegistry([Remove], { prefix: '', consent }));
    const result = await client.callTool({ name: 'remove', arguments: right });
    expect(jsonOf(result)).toMatchObject({ success: false, error_type: 'consent_refused' });
    expect(written).toEqual([]);
    await close();
  });
});

test('an output class becomes the output schema, and the answer fits it', async () => {
  class Answer extends ToolArguments {
    @Arg('The sum') sum!: number;
  }
  class AddArgs extends ToolArguments {
    @Arg('One') a!: number;
    @Arg('Other') b!: number;
  }
  @Tool({ args: AddArgs, description: 'Add.', output: Answer })
  class Add {
    run(args: AddArgs) {
      return { sum: args.a + args.b };
    }
  }
  const { client, close } = await connect(new ToolRegistry([Add], { prefix: '' }));
  const [tool] = (await client.listTools()).tools;
  expect(tool!.outputSchema!.properties).toHaveProperty('value');
  const result = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
  expect(result.structuredContent).toEqual({ success: true, value: { sum: 3 } });
  await close();
});

test('500 calls at once are all answered, each with its own answer', async () => {
  const { client, close } = await connect(new ToolRegistry([Greet], { prefix: '' }));
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) =>
      client.callTool({ name: 'greet', arguments: { name: `n${index}` } }),
    ),
  );
  expect(answers.map((answer) => jsonOf(answer)['value'])).toEqual(
    Array.from({ length: 500 }, (_, index) => `Hello n${index}`),
  );
  await close();
});
