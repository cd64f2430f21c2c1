import { MaxLength } from 'class-validator';
import { Token, Inject } from 'typedi';
import {
  Arg,
  AuthorErrors,
  defineApp,
  defineTool,
  lazyTools,
  Prompt,
  Resource,
  Tool,
  ToolArguments,
} from '../../src/index';
import { openApp, PromptRegistry, ResourceRegistry, ToolRegistry } from '../../src/embed';
import { loadForServer } from '../../src/app/load-app-for-server';
import { openLoaded } from '../../src/app/open-loaded-app';
import { AuthorProblems } from '../../src/author-problems';
import { silentLogger } from '../../src/logger';
import { connect } from '../support/connect';

class NoArgs extends ToolArguments {}

class WrongArgs extends ToolArguments {
  @Arg({ description: 'Too tight', minLength: 5, maxLength: 1 } as never) short!: string;
  @Arg('No items' as never) list!: string[];
  @Arg(' ') undescribed!: string;
}

@Tool({ args: WrongArgs, description: 'Wrong.' })
class Wrong {
  run(_args: WrongArgs): string {
    return '';
  }
}

class TitleArgs extends ToolArguments {
  @Arg('A title') @MaxLength(3) title!: string;
}

@Tool({
  args: TitleArgs,
  description: 'Titles.',
  examples: [
    { args: { title: 'abcd' }, explains: 'Too long.' },
    { args: { titel: 'abc' }, explains: 'Misspelt.' },
  ],
})
class Titles {
  run(_args: TitleArgs): string {
    return '';
  }
}

interface Clock {
  now(): number;
}
const CLOCK = new Token<Clock>('clock');

@Tool({ args: NoArgs, description: 'Tell the time.' })
class Time {
  constructor(@Inject(CLOCK) readonly clock: Clock) {}
  run(_args: NoArgs): number {
    return this.clock.now();
  }
}

@Tool({ args: NoArgs, description: 'Fine.' })
class Fine {
  static made = 0;
  constructor() {
    Fine.made++;
  }
  run(_args: NoArgs): string {
    return 'fine';
  }
}

async function problemsOf(verify: () => Promise<void>): Promise<string[]> {
  const error: unknown = await verify().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return [];
  return error instanceof AuthorErrors
    ? error.problems.map(({ message }) => message)
    : [(error as Error).message];
}

describe('registry.verify()', () => {
  test('reports every mistake together: each field, each example, what nobody can make', async () => {
    const registry = new ToolRegistry([Wrong, Titles, Time, Fine]);
    const problems = await problemsOf(() => registry.verify());
    expect(problems).toHaveLength(6);
    expect(problems.join('\n')).toMatch(/WrongArgs\.short: has a minLength of 5 above its maxLength of 1/);
    expect(problems.join('\n')).toMatch(/WrongArgs\.list: .*items/);
    expect(problems.join('\n')).toMatch(/WrongArgs\.undescribed: has no description/);
    expect(problems.join('\n')).toMatch(/Titles: has an invalid example \(examples\[0\]: title .*3/);
    expect(problems.join('\n')).toMatch(/Titles: has an invalid example \(examples\[1\]: .*titel/);
    expect(problems.join('\n')).toMatch(/Time: cannot be made: .*clock.*services/i);
  });

  test('reports every service that nobody can make, however deep, with whatever else is wrong', async () => {
    class Disk {
      static inject = ['root', new Token<number>('size')];
      constructor(
        readonly root: string,
        readonly size: number,
      ) {}
    }
    class Store {
      static inject = [Disk];
      constructor(readonly disk: Disk) {}
    }
    class Silent {
      constructor(readonly disk: Disk) {}
    }
    @Tool({ args: NoArgs, description: 'Read.', inject: [Store, Silent, 'title'] })
    class Read {
      constructor(
        readonly store: Store,
        readonly silent: Silent,
        readonly title: string,
      ) {}
      run(_args: NoArgs): string {
        return this.store.disk.root;
      }
    }
    @Tool({ args: NoArgs, description: 'Tell.' })
    class Tell {
      constructor(
        readonly clock: Clock,
        readonly name: string,
      ) {}
      run(_args: NoArgs): string {
        return this.name;
      }
    }
    const registry = new ToolRegistry([Read, Tell, Wrong]);
    expect(await problemsOf(() => registry.verify())).toEqual([
      expect.stringMatching(/^Disk: takes 'root' \(inject\[0\]\), which is not in the container.*services/),
      expect.stringMatching(/^Disk: takes the token 'size' \(inject\[1\]\)/),
      expect.stringMatching(/^Silent: has constructor parameters without recorded types.*static inject/),
      expect.stringMatching(/^Read: takes 'title' \(inject\[2\]\)/),
      expect.stringMatching(/^Tell: has a constructor parameter \(number 1\) whose type is not a class/),
      expect.stringMatching(/^Tell: has a constructor parameter \(number 2\) whose type is not a class/),
      ...['short', 'list', 'undescribed'].map((key) => expect.stringContaining(`WrongArgs.${key}`)),
    ]);
    registry.instances.container.set('root', '/');
    expect(await problemsOf(() => registry.verify())).toHaveLength(8);
  });

  test('names every class and field in the text of the error too', async () => {
    await expect(new ToolRegistry([Wrong]).verify()).rejects.toThrow(
      /^3 problems:\n- WrongArgs\.short.*\n- WrongArgs\.list.*\n- WrongArgs\.undescribed/,
    );
  });

  test('passes a sound registry, and makes each instance once', async () => {
    Fine.made = 0;
    const registry = new ToolRegistry([Fine]);
    await registry.verify();
    await registry.verify();
    await registry.call('fine');
    expect(Fine.made).toBe(1);
  });

  test('checks examples by the rules that only class-validator knows', async () => {
    class EvenArgs extends ToolArguments {
      @Arg('Any word') @MaxLength(2, { groups: [] }) word!: string;
    }
    @Tool({ args: EvenArgs, description: 'Even.', examples: [{ args: { word: 'abc' }, explains: 'Odd.' }] })
    class Even {
      run(_args: EvenArgs): string {
        return '';
      }
    }
    expect(await problemsOf(() => new ToolRegistry([Even]).verify())).toEqual([
      expect.stringMatching(/^Even: has an invalid example/),
    ]);
  });

  test('checks the examples of raw tools', async () => {
    const tool = defineTool({
      name: 'raw',
      description: 'Raw.',
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
      examples: [{ args: { n: 'x' }, explains: 'Wrong.' }],
      run: () => 1,
    });
    expect(await problemsOf(() => new ToolRegistry([tool]).verify())).toEqual([
      expect.stringMatching(/^tool 'raw': has an invalid example .*n must be an integer/),
    ]);
  });

  test('reports a manifest that is older than its classes, and a class that cannot be loaded', async () => {
    const entry = { name: 'fine', className: 'Fine', description: 'Old.', summary: 'Old.' };
    const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
    const lost = { ...entry, name: 'lost', className: 'Lost', inputSchema };
    const tools = lazyTools(
      { tools: [{ ...entry, inputSchema }, lost], types: {} },
      { fine: async () => Fine, lost: () => Promise.reject(new Error('no such module')) },
    );
    expect(await problemsOf(() => new ToolRegistry(tools).verify())).toEqual([
      expect.stringMatching(/^class Fine: does not match its manifest entry.*toolwright generate/),
      expect.stringMatching(/^class Lost: failed: no such module/),
    ]);
  });

  test('doubled names are refused at once, all of them together', () => {
    expect(() => new ToolRegistry([Fine, Fine, Time, Time])).toThrow(
      /class Fine: is in the list twice.*\n.*class Time: is in the list twice/,
    );
  });

  test('with keepProblems doubled names and foreign values are reported with everything else', async () => {
    const registry = new ToolRegistry([Fine, Fine, Wrong, undefined as never], { keepProblems: true });
    const problems = await problemsOf(() => registry.verify());
    expect(problems).toHaveLength(5);
    expect(problems[0]).toMatch(/class Fine: is in the list twice\. Name it once/);
    expect(problems[1]).toMatch(/the list of tools: contains undefined/);
    expect(() => registry.register(Fine)).toThrow(/twice/);
  });
});

describe('verify() of an app', () => {
  @Prompt({ args: WrongArgs, description: 'Wrong.' })
  class WrongPrompt {
    render(_args: WrongArgs): string {
      return '';
    }
  }
  @Prompt({ name: 'wrong_prompt', description: 'The same name.' })
  class SecondPrompt {
    constructor(@Inject(CLOCK) readonly clock: Clock) {}
    render(): string {
      return '';
    }
  }
  @Resource({ uri: 'a://b', description: 'One.' })
  class One {
    read(): string {
      return '';
    }
  }
  @Resource({ uri: 'a://b', description: 'Two.' })
  class Two {
    constructor(@Inject(CLOCK) readonly clock: Clock) {}
    read(): string {
      return '';
    }
  }

  test('covers prompts and resources', async () => {
    const app = defineApp({
      tools: [Time],
      prompts: [WrongPrompt, SecondPrompt],
      resources: [One, Two],
    });
    const open = await openApp(app, { env: {}, cwd: '/' });
    const problems = await problemsOf(() => open.verify());
    await open.close();
    expect(problems).toEqual([
      expect.stringMatching(/^Time: cannot be made/),
      expect.stringMatching(/^prompt 'wrong_prompt': has a name that another prompt has/),
      expect.stringMatching(/^SecondPrompt: cannot be made/),
      expect.stringMatching(/^Two: has the URI a:\/\/b, which One already has/),
      expect.stringMatching(/^Two: cannot be made/),
    ]);
  });

  test.each(['opening', 'verifying'])(
    '%s names every doubled name: among its own tools, with those of packs, and with the reader of answers',
    async (way) => {
      const named = (name: string) =>
        defineTool({
          name,
          description: 'Named.',
          inputSchema: { type: 'object', properties: {} },
          run: () => '',
        });
      const app = defineApp({
        packs: ['utility', 'operations'],
        tools: ['echo', 'twice', 'twice', 'read_result', 'status'].map(named),
      });
      const world = { env: {}, cwd: '/' };
      const problems = await problemsOf(async () => {
        if (way === 'opening') return void (await openApp(app, world));
        const loaded = await loadForServer(app, { ...world, options: {}, model: app.configModel });
        const open = await openLoaded(app, { ...world, loaded, log: silentLogger, verified: true });
        await open.verify().finally(() => open.close());
      });
      expect(problems).toEqual([
        expect.stringMatching(/^tool 'twice': has the name 'twice', which another tool 'twice' already has/),
        expect.stringMatching(
          /^tool 'echo': has the name 'echo' of a tool that comes with .* \(pack 'utility'\)/,
        ),
        expect.stringMatching(
          /^tool 'status': has the name 'status' of .* \(pack 'operations', which is added wh/,
        ),
        expect.stringMatching(/^tool 'read_result': has the name 'read_result', by which clients read on/),
      ]);
    },
  );

  test('passes once the service is there', async () => {
    const app = defineApp({
      tools: [Time],
      services: (container) => void container.set({ id: CLOCK, value: { now: () => 7 } }),
    });
    const open = await openApp(app, { env: {}, cwd: '/' });
    await open.verify();
    await open.close();
  });

  test('reports the arguments of a prompt field by field', async () => {
    const tools = new ToolRegistry();
    const prompts = new PromptRegistry([WrongPrompt], tools);
    const resources = new ResourceRegistry([], tools);
    const problems = new AuthorProblems();
    await prompts.findProblems(problems);
    await resources.findProblems(problems);
    expect(problems.list.map(({ place }) => place)).toEqual([
      'WrongArgs.short',
      'WrongArgs.list',
      'WrongArgs.undescribed',
    ]);
  });
});

describe('a server with no tool that can be listed', () => {
  test('answers tools/list with an error that says why', async () => {
    const { client, close } = await connect(new ToolRegistry([Wrong]));
    await expect(client.listTools()).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('WrongArgs.list') as string,
    });
    await close();
  });

  test('lists the others where only some cannot be listed', async () => {
    const { client, close } = await connect(new ToolRegistry([Wrong, Fine]));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['fine']);
    await close();
  });
});

describe('prompts and resources with mistakes', () => {
  const mistakesOf = async (app: ReturnType<typeof defineApp>): Promise<string[]> => {
    const place = { cwd: '/', env: {} };
    const loaded = await loadForServer(app, { ...place, options: {}, model: app.configModel });
    const open = await openLoaded(app, { ...place, loaded, log: silentLogger, verified: true });
    try {
      await open.verify();
      return [];
    } catch (error) {
      return error instanceof AuthorErrors
        ? error.problems.map(({ message }) => message)
        : [(error as Error).message];
    } finally {
      await open.close();
    }
  };

  test('a class that is no prompt is reported with everything else that is wrong', async () => {
    const found = await mistakesOf(
      defineApp({ tools: [Wrong], prompts: [Titles as never], resources: [Time as never] }),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        expect.stringContaining('WrongArgs.short'),
        'Titles: is not a prompt. Put @Prompt on it.',
        'Time: is not a resource. Put @Resource on it.',
      ]),
    );
  });

  test.each([
    ['no scheme', "Shelf: has the URI 'no scheme', which has no scheme. Begin it with one, such as `note://"],
    ['/just/path', "Shelf: has the URI '/just/path', which has no scheme."],
    ['', "Shelf: has the URI '', which has no scheme."],
    ['shelf://my books', "Shelf: has the URI 'shelf://my books', which has a space in it. Write it as %20."],
    ['shelf://{x', 'Shelf: has an invalid URI template: shelf://{x. Close every {'],
    ['shelf://x}', 'Shelf: has an invalid URI template: shelf://x}. Close every {'],
    ['shelf://{a{b}}', 'Shelf: has an invalid URI template: shelf://{a{b}}. Close every {'],
  ])('refuses a resource at %j', async (uri, said) => {
    @Resource({ uri, name: 'shelf', description: 'A shelf.' })
    class Shelf {
      read(): string {
        return '';
      }
    }
    expect(await mistakesOf(defineApp({ resources: [Shelf] }))).toEqual([expect.stringContaining(said)]);
  });

  test.each(['shelf://books', 'shelf:{id}', 'https://a.b/{+path}', 'x-y.z+1://ä/%20', 'urn:isbn:{isbn}'])(
    'takes a resource at %j',
    async (uri) => {
      @Resource({ uri, name: 'shelf', description: 'A shelf.' })
      class Shelf {
        read(): string {
          return '';
        }
      }
      expect(await mistakesOf(defineApp({ resources: [Shelf] }))).toEqual([]);
    },
  );

  test.each(['bad name!', '', 'x'.repeat(65)])('refuses a prompt named %j', async (name) => {
    @Prompt({ name, description: 'Ask.' })
    class Asks {
      render(): string {
        return '';
      }
    }
    expect(await mistakesOf(defineApp({ prompts: [Asks] }))).toEqual([
      `Asks: has the name '${name}', by which clients can't offer it as a command. Use at most 64 letters, digits, _, -, . and /.`,
    ]);
  });
});
