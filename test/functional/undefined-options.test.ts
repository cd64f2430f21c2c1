import { openApp } from '../../src/embed';
import { Arg, defineApp, defineTool, Explicit, Prompt, Resource, Tool, ToolArguments } from '../../src/index';
import { testClient } from '../../src/testing';

// What a circular import leaves of a value that another module has not defined yet.
const LATE = undefined as never;
const CURE = /undefined, probably because a circular import has not defined its value yet/;

class PathArgs extends ToolArguments {
  @Arg({ description: 'What to remove', access: 'write' })
  path!: string;

  @Explicit('REMOVE_FILE')
  explicitAction!: 'REMOVE_FILE';
}

const problemsOf = async (options: Parameters<typeof defineApp>[0]): Promise<string> => {
  const open = await openApp(defineApp({ name: 'late', ...options }), { env: {} }).catch(
    (error: Error) => error,
  );
  if (open instanceof Error) return open.message;
  const found = await open.verify().then(
    () => '',
    (error: Error) => error.message,
  );
  await open.close();
  return found;
};

test('a tool whose args class was not defined yet neither runs nor is listed', async () => {
  let ran = false;
  @Tool({ args: LATE as typeof PathArgs, description: 'Remove a file.' })
  class RemoveFile {
    run(args: PathArgs) {
      ran = true;
      return args.path;
    }
  }
  const app = defineApp({ name: 'late', tools: [RemoveFile], config: { consent: 'deny', strict: false } });
  const client = await testClient(app);
  await expect(client.tools()).rejects.toThrow(/No tool can be listed.*RemoveFile/s);
  const call = client.call('remove_file', { path: '/etc/passwd' });
  expect(
    await call.then(
      (reply) => reply.isError,
      () => true,
    ),
  ).toBe(true);
  expect(ran).toBe(false);
  await client.close();
  expect(await problemsOf({ tools: [RemoveFile] })).toMatch(/RemoveFile.*args: undefined, probably because/);
});

const TOOL_OPTIONS = [
  'args',
  'output',
  'returns',
  'inject',
  'annotations',
  'idempotencyKey',
  'examples',
  'usage',
];

test.each(TOOL_OPTIONS)('@Tool names the option that is undefined: %s', async (option) => {
  const facts = { description: 'Does it.', [option]: LATE } as { description: string };
  @Tool(facts)
  class DoIt {
    run() {
      return 1;
    }
  }
  expect(await problemsOf({ tools: [DoIt] })).toMatch(new RegExp(`DoIt.*${option}: ${CURE.source}`));
});

test.each([
  'enum',
  'type',
  'items',
  'schema',
  'pattern',
  'format',
  'minLength',
  'maximum',
  'access',
  'secret',
  'header',
])('@Arg does, too: %s', async (option) => {
  class Args extends ToolArguments {
    @Arg({ description: 'A text', [option]: LATE } as { description: string })
    text!: string;
  }
  @Tool({ args: Args, description: 'Does it.' })
  class DoIt {
    run({ text }: Args) {
      return text;
    }
  }
  expect(await problemsOf({ tools: [DoIt] })).toMatch(new RegExp(`Args\\.text.*${option}: ${CURE.source}`));
});

test('and inside of items, maps, annotations and what is returned', async () => {
  class Args extends ToolArguments {
    @Arg({ description: 'Words', items: { type: 'string', enum: LATE } })
    words!: string[];

    @Arg({ description: 'Numbers', values: { type: 'number', minimum: LATE } })
    numbers!: Record<string, number>;
  }
  @Tool({
    args: Args,
    description: 'Does it.',
    annotations: { destructiveHint: LATE },
    returns: { type: 'string', enum: LATE } as { type: 'string' },
  })
  class DoIt {
    run({ words }: Args) {
      return words[0]!;
    }
  }
  const problems = await problemsOf({ tools: [DoIt] });
  for (const place of ['items.enum', 'values.minimum', 'annotations.destructiveHint', 'returns.enum'])
    expect(problems).toContain(`${place}: undefined`);
});

test('prompts, resources, defined tools and apps', async () => {
  @Prompt({ description: 'Advises.', args: LATE as typeof PathArgs })
  class Advice {
    render() {
      return 'x';
    }
  }
  @Resource({ uri: 'late://x', description: 'Is late.', inject: LATE })
  class Late {
    read() {
      return 'x';
    }
  }
  expect(await problemsOf({ prompts: [Advice] })).toMatch(/Advice.*args: undefined/);
  expect(await problemsOf({ resources: [Late] })).toMatch(/Late.*inject: undefined/);
  const defined = { name: 'x', description: 'x', run: () => 1 };
  for (const option of ['inputSchema', 'annotations'])
    expect(() => defineTool({ ...defined, [option]: LATE })).toThrow(`${option}: undefined`);
  for (const option of [
    'guards',
    'middleware',
    'observers',
    'config',
    'settings',
    'tools',
    'prompts',
    'resources',
  ])
    expect(() => defineApp({ name: 'late', [option]: LATE })).toThrow(`${option}: undefined`);
});

test.each(['tools', 'prompts', 'resources'])(
  'a class in %s that was not defined yet is named as that',
  async (list) => {
    expect(await problemsOf({ [list]: [LATE] })).toBe(
      `the list of ${list}: contains undefined, probably a class that a circular import has not defined yet. Import the class from its own module, or break the cycle.`,
    );
    expect(await problemsOf({ [list]: [{}] })).toMatch(/Object: is an instance, not a class/);
  },
);
