import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInApp } from '../../src/app/built-in-app';
import { serverOptionsOf } from '../../src/app/wiring/make-connection-options';
import { Logger, openApp, ToolRegistry, type EmbedOptions, type OpenApp } from '../../src/embed';
import {
  Arg,
  defineApp,
  defineTool,
  Prompt,
  Resource,
  Result,
  Setting,
  Tool,
  ToolArguments,
  type App,
  type AppOptions,
} from '../../src/index';
import { OperationEngine } from '../../src/operations/operation-engine';
import { Projects } from '../../src/projects/projects';
import { connect, jsonOf, textOf } from '../support/connect';
import { temporaryDirectory } from '../support/temporary-directory';

// A file in the working directory that somebody named.
const NAMED = { TOOLWRIGHT_CONFIG: 'toolwright.yaml' };

const opened: OpenApp[] = [];
afterEach(async () => {
  for (const open of opened.splice(0)) await open.close();
});

async function open(app: App, options: EmbedOptions = {}): Promise<OpenApp> {
  const cwd = temporaryDirectory('tw-app');
  const result = await openApp(app, { cwd, env: { HOME: cwd }, ...options });
  opened.push(result);
  return result;
}

async function served(options: AppOptions, embed: EmbedOptions = {}) {
  const app = await open(defineApp(options), embed);
  const { client } = await connect(app.registry, serverOptionsOf(app));
  // Any answer may be too large, so that `read_result` is part of every app.
  const names = async () =>
    (await client.listTools()).tools.map(({ name }) => name).filter((name) => !name.endsWith('read_result'));
  return { app, client, names };
}

const slow = defineTool({
  name: 'brew',
  description: 'Brew tea.',
  synchronous: false,
  run: async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return 'tea';
  },
});

class GreetSettings {
  @Arg('How to greet')
  greeting = 'Hello';

  @Arg({ description: 'How often', type: 'integer', minimum: 1, maximum: 3 })
  @Setting({ option: 'how-often', env: ['GREETINGS'] })
  times = 1;
}

class GreetArgs extends ToolArguments {
  @Arg('Whom to greet')
  name!: string;
}

class Mouth {
  say(text: string): string {
    return `${text}!`;
  }
}

@Tool({ args: GreetArgs, description: 'Greet someone.' })
class Greet {
  constructor(
    private readonly settings: GreetSettings,
    private readonly mouth: Mouth,
  ) {}

  run({ name }: GreetArgs): Result<string> {
    const { greeting, times } = this.settings;
    return Result.ok(Array.from({ length: times }, () => this.mouth.say(`${greeting}, ${name}`)).join(' '));
  }
}

const greeter: AppOptions<GreetSettings> = { name: 'my-greeter', tools: [Greet], settings: GreetSettings };
const greeting = async (embed: EmbedOptions) => {
  const { client } = await served(greeter as AppOptions, embed);
  return jsonOf(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } }))['value'];
};

test('an app is a value: defining it does nothing', () => {
  const boom = () => {
    throw new Error('called');
  };
  const app = defineApp({ tools: [Greet], start: boom, close: boom, services: boom });
  expect(app.name).toBe('toolwright-app');
});

test('a background tool brings its engine and the tools that watch over it', async () => {
  const { client, names } = await served({ tools: slow, config: { operations: { inlineWait: 0 } } });
  expect(await names()).toEqual(['brew', 'status', 'await', 'cancel']);
  const started = JSON.parse(textOf(await client.callTool({ name: 'brew', arguments: {} }))) as {
    operation_id: string;
  };
  const done = await client.callTool({ name: 'await', arguments: { id: started.operation_id } });
  expect(textOf(done)).toMatch(/Completed[\s\S]*tea/);
});

test('an app without background tools has none of that, and announces nothing it lacks', async () => {
  const { client, names } = await served({
    tools: [defineTool({ name: 'x', description: 'X.', run: () => 1 })],
  });
  expect(await names()).toEqual(['x']);
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, logging: {} });
});

describe('settings of an author', () => {
  test('come from the initialisers, the file, the environment and options, each over the one before', async () => {
    const cwd = temporaryDirectory('tw-settings');
    expect(await greeting({ cwd, env: {} })).toBe('Hello, Ada!');
    writeFileSync(join(cwd, 'toolwright.yaml'), 'settings: { greeting: Hi, times: 2 }\n');
    expect(await greeting({ cwd, env: NAMED })).toBe('Hi, Ada! Hi, Ada!');
    expect(await greeting({ cwd, env: { ...NAMED, MY_GREETER_GREETING: 'Ahoy', GREETINGS: '1' } })).toBe(
      'Ahoy, Ada!',
    );
    const env = { ...NAMED, MY_GREETER_GREETING: 'Ahoy' };
    expect(await greeting({ cwd, env, args: ['--greeting', 'Yo', '--how-often', '3'] })).toBe(
      'Yo, Ada! Yo, Ada! Yo, Ada!',
    );
  });

  test('are refused with place and cure where they break a rule', async () => {
    const cwd = temporaryDirectory('tw-settings');
    writeFileSync(join(cwd, 'toolwright.yaml'), 'settings:\n  times: 9\n  greting: x\n');
    const wrong = openApp(defineApp(greeter), { cwd, env: NAMED });
    await expect(wrong).rejects.toThrow(/toolwright\.yaml:2:10: settings\.times must be at most 3/);
    await expect(wrong).rejects.toThrow(
      /toolwright\.yaml:3:3: settings\.greting is not a known setting.*'greeting'/,
    );
  });

  test('that have no default must be set, wherever from', async () => {
    class Needy {
      @Arg({ description: 'A key', secret: true, minLength: 4 })
      apiKey!: string;

      @Arg('A place')
      place = 'here';
    }
    const app = defineApp({ name: 'needy', settings: Needy });
    const cwd = temporaryDirectory('tw-settings');
    const missing = /default: settings\.api_key is required and not set.*--api-key or NEEDY_API_KEY/;
    await expect(openApp(app, { cwd, env: {} })).rejects.toThrow(missing);
    writeFileSync(join(cwd, 'toolwright.yaml'), 'settings: { place: there }\n');
    await expect(openApp(app, { cwd, env: NAMED })).rejects.toThrow(missing);
    const { config } = await open(app, { cwd, env: { ...NAMED, NEEDY_API_KEY: 'sesame' } });
    expect(config.settings).toEqual({ apiKey: 'sesame', place: 'there' });
    const wrong = openApp(app, { cwd, env: { ...NAMED, NEEDY_API_KEY: 'xyz' } });
    await expect(wrong).rejects.toThrow(/at least 4 characters/);
    await expect(wrong).rejects.not.toThrow(/xyz/);
    writeFileSync(join(cwd, 'toolwright.yaml'), 'settings: { api_key: xyz }\n');
    await expect(openApp(app, { cwd, env: NAMED })).rejects.not.toThrow(/xyz/);
  });

  test('can’t take an option that is there already', async () => {
    class Taken {
      @Arg('A root')
      root = '';
    }
    const wrong = openApp(defineApp({ settings: Taken }), { cwd: '/', env: {}, args: ['--root', '/'] });
    await expect(wrong).rejects.toThrow(/Taken\.root.*--root.*@Setting/);
  });

  test('the shipped server knows no such section', async () => {
    const cwd = temporaryDirectory('tw-settings');
    writeFileSync(join(cwd, 'toolwright.yaml'), 'settings: { greeting: Hi }\n');
    await expect(openApp(builtInApp, { cwd, env: NAMED })).rejects.toThrow(/settings is not a known setting/);
  });
});

describe('packs', () => {
  test('are those of the author, and an operator can leave some out', async () => {
    const { names } = await served({ packs: ['utility', 'files'] });
    expect(await names()).toEqual(['echo', 'read_file', 'write_file', 'list_directory', 'search_files']);
    const narrowed = await served({ packs: ['utility', 'files'] }, { args: ['--pack', 'utility'] });
    expect(await narrowed.names()).toEqual(['echo']);
  });

  test('that the author left out can’t be switched on from outside', async () => {
    const wrong = openApp(defineApp({ name: 'mine', packs: ['utility'] }), {
      cwd: '/',
      env: { TOOLWRIGHT_PACKS: 'utility,system' },
    });
    await expect(wrong).rejects.toThrow(
      /TOOLWRIGHT_PACKS: packs names system, which mine does not offer.*utility/,
    );
  });

  test('code mode and search come with the exposure that needs them', async () => {
    const { names } = await served({ tools: slow, config: { expose: 'code' } });
    expect(await names()).toEqual(['run', 'find_tools']);
  });

  test('one call binds the services of its own pack only', async () => {
    const { registry } = await open(builtInApp);
    const { container } = registry.instances;
    await registry.call('read_file', { path: 'nothing.txt' }, { door: 'client' });
    expect(container.has(Projects)).toBe(false);
    expect(container.has(OperationEngine as never)).toBe(false);
    await registry.call('list_projects', {}, { door: 'client' });
    expect(container.has(Projects)).toBe(true);
    expect(container.has(OperationEngine as never)).toBe(false);
  });
});

test('no variable of the shell renames an author’s tools unless the author says so', async () => {
  const env = { MCP_TOOL_PREFIX: 'acme', TOOLWRIGHT_PREFIX: 'acme' };
  expect(await (await served({ packs: ['utility'] }, { env })).names()).toEqual(['echo']);
  const willing = await served({ packs: ['utility'], prefixVariables: ['MCP_TOOL_PREFIX'] }, { env });
  expect(await willing.names()).toEqual(['acme_echo']);
  const asked = await served({ packs: ['utility'] }, { args: ['--prefix', 'mine'] });
  expect(await asked.names()).toEqual(['mine_echo']);
});

test('services, hooks, guards and middleware of an author are used, each when it is due', async () => {
  const steps: string[] = [];
  const { app, client } = await served({
    name: 'hooked',
    tools: [Greet],
    settings: GreetSettings,
    services: (container) => {
      steps.push('services');
      container.set(Mouth, { say: (text: string) => `${text}?` });
    },
    guards: [
      (_call, args) =>
        (args as GreetArgs).name === 'Eve' ? Result.failure('Not her', 'refused') : undefined,
    ],
    middleware: [
      (call, next) => {
        steps.push(call.tool.name);
        return next();
      },
    ],
    start: ({ onClose, settings }) => {
      steps.push(`start ${(settings as GreetSettings).greeting}`);
      onClose(() => void steps.push('closed later'));
    },
    close: () => void steps.push('close'),
  } as AppOptions);
  expect(steps).toEqual(['start Hello']);
  const call = (name: string) => client.callTool({ name: 'greet', arguments: { name } });
  expect(jsonOf(await call('Ada'))).toEqual({ success: true, value: 'Hello, Ada?' });
  expect(jsonOf(await call('Eve'))).toMatchObject({ success: false, error: 'Not her' });
  await app.close();
  expect(steps).toEqual(['start Hello', 'greet', 'services', 'greet', 'close', 'closed later']);
});

test('the author’s hook for closing runs while its services still live', async () => {
  const steps: string[] = [];
  const { app, client } = await served({
    tools: [Greet],
    settings: GreetSettings,
    services: (container, { onClose }) => {
      container.set(Mouth, new Mouth());
      onClose(() => void steps.push('services ended'));
    },
    close: () => void steps.push('close'),
  });
  await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  await app.close();
  expect(steps).toEqual(['close', 'services ended']);
});

test('a class that can’t be published hides no other, and services that failed are tried again', async () => {
  class BadArgs extends ToolArguments {
    @Arg({ description: 'Anything', schema: undefined } as never)
    what!: unknown;
  }
  @Tool({ args: BadArgs, description: 'Can’t be described.' })
  class Bad {
    run(): string {
      return 'never';
    }
  }
  const cwd = temporaryDirectory('tw-bad');
  writeFileSync(join(cwd, 'toolwright.yaml'), 'timeout: 5\n');
  let tries = 0;
  const { client, names } = await served(
    {
      tools: [Bad, Greet],
      settings: GreetSettings,
      services: (container) => {
        if (++tries === 1) throw new Error('not yet');
        container.set(Mouth, new Mouth());
      },
    },
    { cwd, env: NAMED },
  );
  expect(await names()).toEqual(['greet']);
  const call = () => client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  expect(await call()).toMatchObject({ isError: true });
  expect(jsonOf(await call())).toMatchObject({ success: true });
});

test('a step of closing that fails stops no other', async () => {
  const steps: string[] = [];
  const { app } = await served({
    start: ({ onClose }) => {
      onClose(() => void steps.push('first'));
      onClose(() => {
        throw new Error('broken');
      });
    },
  });
  await app.close();
  expect(steps).toEqual(['first']);
});

test('prompts and resources of an author get their services too', async () => {
  @Prompt({ description: 'Say something.' })
  class Say {
    constructor(private readonly mouth: Mouth) {}
    render(): string {
      return this.mouth.say('Speak');
    }
  }
  @Resource({ uri: 'mouth://word', description: 'A word.' })
  class Word {
    constructor(private readonly mouth: Mouth) {}
    read(): string {
      return this.mouth.say('Word');
    }
  }
  const { client } = await served({
    prompts: [Say],
    resources: [Word],
    instructions: 'Speak softly.',
    services: (container) => void container.set(Mouth, { say: (text: string) => `${text}…` }),
  });
  const { messages } = await client.getPrompt({ name: 'say' });
  expect((messages[0]!.content as { text: string }).text).toBe('Speak…');
  const { contents } = await client.readResource({ uri: 'mouth://word' });
  expect((contents[0] as { text: string }).text).toBe('Word…');
  expect(client.getInstructions()).toBe('Speak softly.');
});

test('the policy judges an author’s tool by what its arguments declare', async () => {
  const cwd = temporaryDirectory('tw-app-policy');
  writeFileSync(join(cwd, 'in.txt'), 'inside');
  const peek = defineTool({
    name: 'peek',
    description: 'Peek.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    access: { path: 'read' },
    run: () => 'peeked',
  });
  const { client } = await served({ tools: peek }, { cwd, env: {} });
  const call = (path: string) => client.callTool({ name: 'peek', arguments: { path } });
  expect(textOf(await call('in.txt'))).toBe('peeked');
  expect(await call('/etc/passwd')).toMatchObject({ isError: true });
});

test('an operator’s rules for a tool stand beside the author’s, and limit its time', async () => {
  const cwd = temporaryDirectory('tw-rules');
  const endless = defineTool({
    name: 'endless',
    description: 'Never ends.',
    timeoutSeconds: 600,
    run: (_args, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('over')))),
  });
  writeFileSync(
    join(cwd, 'toolwright.yaml'),
    'tools: { endless: { timeout: 0.05 }, read_file: { timeout: 5 } }\n',
  );
  const { app, client } = await served(
    { tools: endless, packs: ['files'], config: { tools: { read_file: { deniedPaths: ['secret'] } } } },
    { cwd, env: NAMED },
  );
  expect(textOf(await client.callTool({ name: 'endless', arguments: {} }))).toContain(
    'timed out after 0.05s',
  );
  expect(app.config.tools['read_file']).toMatchObject({ deniedPaths: ['secret'], timeout: 5 });
});

test('a registry of its own says that nothing runs in the background', async () => {
  const warnings: string[] = [];
  const log = new Logger('test', [
    { wants: (level) => level === 'warning', write: ({ message }) => void warnings.push(message) },
  ]);
  const registry = new ToolRegistry(slow, { log });
  await registry.call('brew');
  await registry.call('brew');
  expect(warnings).toEqual([expect.stringMatching(/brew.*background.*defineApp/)]);
});
