import { Arg, defineApp, defineTool, Prompt, Resource, Tool, ToolArguments } from '../../../src/index';
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
])('defineTool(%j) says what is wrong', (definition, message) => {
  expect(() => define(definition)).toThrow(message);
});

test.each<[object, string]>([
  [{ nme: 'x' }, "defineApp: has the unknown option 'nme'. Did you mean 'name'?"],
  [{ name: 'x', tool: [] }, "defineApp: has the unknown option 'tool'. Did you mean 'tools'?"],
])('defineApp(%j) says what is meant', (options, message) => {
  expect(() => app(options)).toThrow(message);
});

test('what resembles no option is left alone, and so is a second name of one that is stated', () => {
  expect(() => app({ name: 'x', tools: [], owner: 'Ada', tool: 1, packs_: undefined })).not.toThrow();
  expect(() => define({ name: 'area', description: 'x', run, maintainer: 'Ada' })).not.toThrow();
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
