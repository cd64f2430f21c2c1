import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallObserver } from '../../src/calls/call-observer';
import type { CallReport } from '../../src/calls/call-report';
import { defineTool, Prompt, Resource, Result, type ToolContext } from '../../src/index';
import { readAudit } from '../../src/audit/read-audit';
import { ToolNotFoundError } from '../../src/errors';
import { Logger, type LogRecord } from '../../src/logger';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { BuiltinServer } from '../support/builtin-server';
import { legacyTest } from '../support/connect';
import { connectSdk1Http, served } from '../support/http';
import { temporaryDirectory } from '../support/temporary-directory';

// Whoever observes calls learns of every one of them, at whatever door, with who, what, why and in what it ended.

class Noted implements CallObserver {
  readonly begun: CallReport[] = [];
  readonly ended: CallReport[] = [];
  begin(report: CallReport): void {
    this.begun.push(report);
  }
  end(report: CallReport): void {
    this.ended.push(report);
  }
  get lines(): string[] {
    return this.ended.map(({ kind, name, door, refusedBy, outcome, within }) =>
      [
        kind,
        name,
        door,
        ...(within ? [`in ${within.name}`] : []),
        refusedBy ?? (outcome?.isError ? 'failed' : 'done'),
      ].join(' '),
    );
  }
}

const servers: BuiltinServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function observed(config = '', packs = ['utility', 'files', 'system', 'code', 'operations']) {
  const server = await BuiltinServer.start({ config, packs });
  servers.push(server);
  const noted = new Noted();
  server.open.registry.observe(noted);
  return { server, noted };
}

test('a call of a client: who, what, how long, and the rule that allowed it', async () => {
  const { server, noted } = await observed();
  writeFileSync(join(server.directory, 'a.txt'), 'text');
  await server.call('read_file', { path: 'a.txt' });
  const [report] = noted.ended;
  expect(noted.lines).toEqual(['tool read_file client done']);
  expect(report).toMatchObject({ args: { path: 'a.txt' }, consent: undefined });
  expect(report!.session!.client!.name).toBe('test');
  expect(report!.decisions).toMatchObject([
    { allowed: true, rule: { rule: expect.stringContaining('roots') } },
  ]);
  expect(report!.took).toBeGreaterThan(0);
  expect(report!.id).toMatch(/^[\w-]{12}-\d+$/);
});

test.each([
  ['an unknown tool', 'read_fil', {}, 'tool read_fil client unknown'],
  ['wrong arguments', 'read_file', { path: 3 }, 'tool read_file client arguments'],
  ['a path outside', 'read_file', { path: '/etc/shadow' }, 'tool read_file client policy'],
  ['a failure', 'read_file', { path: 'nowhere.txt' }, 'tool read_file client failed'],
  ['a disabled tool', 'system_info', {}, 'tool system_info client disabled'],
])('%s is seen as such', async (_, name, args, line) => {
  const { server, noted } = await observed();
  server.open.registry.disable('system_info');
  await server.call(name, args).catch(() => undefined);
  expect(noted.lines).toEqual([line]);
  expect(noted.begun).toEqual(noted.ended);
});

test('consent: what was decided, and why', async () => {
  const { server, noted } = await observed('consent: deny');
  server.open.registry.register(
    defineTool({
      name: 'wipe',
      description: 'Wipes.',
      inputSchema: { type: 'object', properties: {} },
      annotations: { destructiveHint: true },
      run: () => 'wiped',
    }),
  );
  await server.call('wipe');
  expect(noted.lines).toEqual(['tool wipe client consent']);
  expect(noted.ended[0]!.consent).toEqual({
    granted: false,
    why: 'the operator does not allow destructive tools',
  });
});

test('calls of code, of tools and of operations belong to the call that made them', async () => {
  const { server, noted } = await observed();
  const { registry } = server.open;
  registry.register([
    defineTool({
      name: 'outer',
      description: 'Calls echo.',
      inputSchema: { type: 'object', properties: {} },
      run: async (_: unknown, context: ToolContext) =>
        (await context.call('echo', { message: 'x' })).isError ? 'no' : 'yes',
    }),
    defineTool({
      name: 'slow',
      description: 'Goes to the background.',
      inputSchema: { type: 'object', properties: {} },
      synchronous: false,
      run: () => 'done',
    }),
  ]);
  registry.disable('system_info');
  await server.call('run', { command: 'await tools.outer({})' });
  await server.call('run', { command: 'await tools.system_info({})' });
  await server.call('slow');
  expect(noted.lines).toEqual([
    'tool echo run in outer done',
    'tool outer run in run done',
    'tool run client done',
    'tool system_info run in run disabled',
    'tool run client failed',
    'tool slow operation done',
    'tool slow client done',
  ]);
  const [operation, submitted] = noted.ended.slice(-2);
  expect(operation!.parent).toBe(submitted!.id);
});

@Prompt({ name: 'ask', description: 'Asks.' })
class Ask {
  async render(_: object, context: ToolContext): Promise<string> {
    return String((await context.call('echo', { message: 'hello' })).isError);
  }
}

@Resource({ uri: 'test://one', name: 'one', description: 'One.' })
class One {
  async read(_: object, context: ToolContext): Promise<string> {
    return String((await context.call('echo', { message: 'hello' })).isError);
  }
}

test('prompts and resources, those that there are not too', async () => {
  const { server, noted } = await observed();
  const { prompts, resources } = server.open;
  prompts.register(Ask);
  resources.register(One);
  await prompts.get('ask', {});
  await expect(prompts.get('nothing', {})).rejects.toThrow('Unknown prompt');
  await resources.read('test://one');
  await expect(resources.read('test://two')).rejects.toThrow('not found');
  expect(noted.lines).toEqual([
    'tool echo prompt in ask done',
    'prompt ask shell done',
    'prompt nothing shell done',
    'tool echo resource in test://one done',
    'resource test://one shell done',
    'resource test://two shell done',
  ]);
  expect(noted.ended.map(({ error }) => error instanceof Error)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
});

legacyTest('the position in a trace that a client names is passed on to what it begins', async () => {
  const { server, noted } = await observed();
  server.open.registry.register(
    defineTool({
      name: 'slow',
      description: 'Goes to the background.',
      inputSchema: { type: 'object', properties: {} },
      synchronous: false,
      run: () => 'done',
    }),
  );
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const meta = { traceparent, tracestate: 'rojo=00f067aa0ba902b7' };
  await server.client.callTool({ name: 'slow', arguments: {}, _meta: meta });
  await server.client.callTool({
    name: 'echo',
    arguments: { message: 'x' },
    _meta: { traceparent: 'nonsense' },
  });
  const [operation, submitted, echo] = noted.ended;
  expect(submitted!.origin).toEqual(meta);
  expect(operation!.origin).toEqual({ ...meta, call: submitted!.id });
  expect(echo!.origin).toBeUndefined();
});

describe('an observer that speaks', () => {
  const tool = (ran: string[]) =>
    defineTool({
      name: 'act',
      description: 'Acts.',
      inputSchema: { type: 'object', properties: {} },
      run: () => {
        ran.push('act');
        return 'acted';
      },
    });

  test('refuses a call before anything runs, and the others learn of it', async () => {
    const ran: string[] = [];
    const registry = new ToolRegistry([tool(ran)]);
    const noted = new Noted();
    registry.observe(noted);
    registry.observe({ begin: () => Result.failure('not today', 'closed'), end: () => undefined });
    const outcome = await registry.call('act');
    expect(outcome).toMatchObject({ isError: true, result: { error: 'not today' } });
    expect(ran).toEqual([]);
    expect(noted.lines).toEqual(['tool act tool observer']);
  });

  test.each([
    ['at once', () => Result.failure('not recorded', 'closed')],
    ['later', async () => Result.failure('not recorded', 'closed')],
  ])('takes the place of an answer %s', async (_, end) => {
    const registry = new ToolRegistry([tool([])]);
    registry.observe({ begin: () => undefined, end });
    expect(await registry.call('act')).toMatchObject({ isError: true, result: { error: 'not recorded' } });
  });

  test('makes no synchronous call asynchronous, and runs the tool in its context', () => {
    const registry = new ToolRegistry([tool([])]);
    const order: string[] = [];
    const layer = (name: string): CallObserver => ({
      begin: () => void order.push(`${name} begin`),
      around: (_report, work) => {
        order.push(`${name} around`);
        return work();
      },
      end: () => void order.push(`${name} end`),
    });
    registry.observe(layer('one'));
    registry.observe(layer('two'));
    expect(registry.callNow('act', {}, { door: 'client' })).not.toBeInstanceOf(Promise);
    expect(order).toEqual(['one begin', 'two begin', 'one around', 'two around', 'one end', 'two end']);
  });

  describe('by throwing', () => {
    const broken = (): never => {
      throw new Error('broken observer');
    };
    const quiet = { begin: () => undefined, end: () => undefined };
    const observers: [string, CallObserver][] = [
      ['when a call begins', { ...quiet, begin: broken }],
      ['when a call ends', { ...quiet, end: broken }],
      ['later, when a call ends', { ...quiet, end: async () => broken() }],
      ['before the work it is put around', { ...quiet, around: broken }],
      [
        'after the work it is put around',
        {
          ...quiet,
          around: (_report, work) => {
            work();
            return broken();
          },
        },
      ],
    ];

    test.each(observers)('%s changes neither the call nor what others learn', async (_, observer) => {
      const ran: string[] = [];
      const logged: LogRecord[] = [];
      const log = new Logger('test', [{ wants: () => true, write: (record) => void logged.push(record) }]);
      const registry = new ToolRegistry([tool(ran)], { log });
      const [before, after] = [new Noted(), new Noted()];
      for (const each of [before, observer, after]) registry.observe(each);
      for (const times of [1, 2]) {
        expect(await registry.call('act')).toMatchObject({ isError: false });
        expect(ran).toHaveLength(times);
      }
      await expect(registry.call('nothing')).rejects.toThrow(ToolNotFoundError);
      const lines = ['tool act tool done', 'tool act tool done', 'tool nothing tool unknown'];
      expect([before.lines, after.lines]).toEqual([lines, lines]);
      expect([before.begun.length, after.begun.length]).toEqual([3, 3]);
      const errors = logged.filter(({ level }) => level === 'error');
      expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('broken observer')]);
    });

    test('lets another refuse a call, and takes nothing from an answer that waits', async () => {
      const registry = new ToolRegistry([tool([])]);
      registry.observe({ begin: broken, end: broken });
      registry.observe({ ...quiet, end: async () => Result.failure('not recorded', 'closed') });
      expect(await registry.call('act')).toMatchObject({ isError: true, result: { error: 'not recorded' } });
      registry.observe({ ...quiet, begin: () => Result.failure('not today', 'closed') });
      expect(await registry.call('act')).toMatchObject({ isError: true });
    });

    test('an error of the work passes through what is put around it', async () => {
      const registry = new ToolRegistry([tool([])]);
      registry.observe({ ...quiet, around: (_report, work) => work() });
      await expect(registry.call('nothing')).rejects.toThrow(ToolNotFoundError);
    });

    test('or with a value that is no failure says nothing', async () => {
      const seen: unknown[] = [];
      const registry = new ToolRegistry([tool([])]);
      const push = (report: unknown): number => seen.push(report);
      registry.observe({ begin: push, end: push } as never);
      expect(await registry.call('act')).toMatchObject({ isError: false });
      expect(seen).toHaveLength(2);
    });
  });

  test('no report is made where nobody observes', () => {
    let made = 0;
    const registry = new ToolRegistry([
      defineTool({
        name: 'act',
        description: 'Acts.',
        inputSchema: { type: 'object', properties: {} },
        run: (_args: unknown, context: ToolContext) => {
          made += Number((context as { report?: unknown }).report !== undefined);
          return 'acted';
        },
      }),
    ]);
    registry.callNow('act', {}, { door: 'client' });
    expect(made).toBe(0);
  });
});

test('what an author’s observer does to a report is not what the audit records', async () => {
  const directory = join(temporaryDirectory('tw-observers'), 'audit');
  const rewrites: CallObserver = {
    begin: () => undefined,
    end(report) {
      // @ts-expect-error A report is read only.
      report.refusedBy = 'policy';
      Object.assign(report, { outcome: undefined, decisions: [], args: {}, name: 'other' });
    },
  };
  const greet = defineTool({
    name: 'greet',
    description: 'Greets.',
    inputSchema: { type: 'object', properties: { who: { type: 'string' } } },
    run: () => 'hello',
  });
  const { url } = await served({ tools: [greet], observers: [rewrites] }, '--audit', directory);
  const client = await connectSdk1Http(url);
  await client.callTool({ name: 'greet', arguments: { who: 'ada' } });
  const calls = readAudit(directory).filter(({ type }) => type === 'call');
  expect(calls).toMatchObject([{ name: 'greet', args: { who: 'ada' }, outcome: 'ok' }]);
  expect(calls[0]).not.toHaveProperty('refused_by');
});
