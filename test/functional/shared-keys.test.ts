import { OperationsAwayError } from '../../src/operations/operations-errors';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTool } from '../../src/index';
import { serverOptionsOf } from '../../src/app/wiring/make-connection-options';
import type { CallOptions } from '../../src/calls/call-context';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import type { Session } from '../../src/tool-context';
import { background } from '../support/background';
import { connect, textOf } from '../support/connect';
import { needs } from '../support/needs';
import { TestRedis } from '../support/redis';
import { caller, sharingApp, type SharingApp } from '../support/shared-operations';

const KEY = 'toolwright/idempotencyKey';
let runs: string[] = [];
beforeEach(() => (runs = []));

const schema = { type: 'object', properties: { text: { type: 'string' } } } as const;
const tools = [
  defineTool({
    name: 'note',
    description: 'Notes.',
    inputSchema: schema,
    run: ({ text }) => {
      runs.push(`note ${String(text)}`);
      return `noted ${String(text)} as ${runs.length}`;
    },
  }),
  defineTool({
    name: 'brew',
    description: 'Brews.',
    inputSchema: schema,
    synchronous: false,
    run: () => {
      runs.push('brew');
      return 'brewed';
    },
  }),
];
type Call = (session: Session, key: string, more?: Partial<CallOptions>) => Promise<string | undefined>;
const brewer =
  (registry: ToolRegistry): Call =>
  async (session, idempotencyKey, more = {}) =>
    (await registry.call('brew', { text: 'tea' }, { door: 'client', session, idempotencyKey, ...more }))
      .operation;

async function sameOperation(first: Call, retry: Call): Promise<void> {
  const id = await first(caller('ada'), 'one');
  expect(id).toMatch(/^op_[\w-]{22}$/);
  expect(await retry(caller('ada'), 'one')).toBe(id);
  const task = { detached: true, task: true };
  const asTask = await first(caller('ada'), 'as a task', task);
  expect(await retry(caller('ada'), 'as a task', task)).toBe(asTask);
  const others = [await retry(caller('bob'), 'one'), await retry(caller('ada'), 'two')];
  expect(new Set([id, asTask, ...others]).size).toBe(4);
}

test('a retry of a call that became an operation or a task gets the same one, for its caller', async () => {
  const { registry, engine } = background(tools, { inlineWaitMs: 0 });
  await sameOperation(brewer(registry), brewer(registry));
  await engine.shutdown(1_000, 'the test is over');
  expect(runs).toHaveLength(4);
});

test('a full queue is not an answer: a retry with the same key is made when there is room', async () => {
  let end = (): void => undefined;
  const busy = defineTool({
    name: 'busy',
    description: 'Takes its time.',
    inputSchema: schema,
    synchronous: false,
    run: async () => new Promise<string>((resolve) => (end = () => resolve('done'))),
  });
  const limits = { maxRunning: 1, maxQueued: 0 };
  const { registry, engine } = background([busy, ...tools], { inlineWaitMs: 0, limits });
  await registry.call('busy', {}, { door: 'client', session: caller('ada') });
  const call = { door: 'client', session: caller('ada'), idempotencyKey: 'one' } as const;
  const full = await registry.call('brew', { text: 'tea' }, call);
  expect(full.result).toMatchObject({ errorType: 'operations_full' });
  end();
  while ((await engine.load()).running) await delay(5);
  expect(await brewer(registry)(caller('ada'), 'one')).toMatch(/^op_/);
  await engine.shutdown(1_000, 'the test is over');
  expect(runs).toEqual(['brew']);
});

test.each([
  [false, 'operations_away', 'mine', 'brew'],
  [true, 'outcome_unknown', 'replayed', undefined],
])(
  'what was not accepted because Redis was away is made by a retry; if it may have been, it is not (%s)',
  async (maybeDone, errorType, then, ran) => {
    for (const derived of [false, true]) {
      runs = [];
      const brew = defineTool({
        name: 'brew',
        description: 'Brews.',
        inputSchema: schema,
        synchronous: false,
        ...(derived && { idempotencyKey: ['text'] }),
        run: () => void runs.push('brew'),
      });
      const { registry, engine } = background([brew], { inlineWaitMs: 1_000 });
      const start = engine.start.bind(engine);
      let away = true;
      engine.start = async (...args) => {
        if (away) throw new OperationsAwayError('It is away.', maybeDone);
        return start(...args);
      };
      const key = derived ? {} : { idempotencyKey: 'one' };
      const call = () =>
        registry.call('brew', { text: 'tea' }, { door: 'client', session: caller('ada'), ...key });
      expect((await call()).result).toMatchObject({ errorType });
      away = false;
      expect((await call()).replayed ? 'replayed' : 'mine').toBe(then);
      expect(runs).toEqual(ran ? [ran] : []);
      await engine.shutdown(1_000, 'the test is over');
    }
  },
);

test('a call with a derived key that timed out is not made again: nobody knows what it did', async () => {
  const hang = defineTool({
    name: 'hang',
    description: 'Hangs.',
    inputSchema: schema,
    idempotencyKey: ['text'],
    timeoutSeconds: 0.05,
    run: async () => {
      runs.push('hang');
      await delay(10_000, undefined, { ref: false });
    },
  });
  const { registry } = background([hang]);
  const call = () => registry.call('hang', { text: 'a' }, { door: 'client', session: caller('ada') });
  expect((await call()).isError).toBe(true);
  expect(await call()).toMatchObject({ isError: true, replayed: true });
  expect(runs).toEqual(['hang']);
});

needs('redis').describe('keys that servers share', () => {
  let redis: TestRedis;
  const apps: SharingApp[] = [];
  beforeAll(async () => (redis = await TestRedis.start()));
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });
  afterAll(() => redis.kill());
  const open = async (settings?: Record<string, string>): Promise<SharingApp> => {
    const app = await sharingApp(redis.address, tools, settings);
    apps.push(app);
    return app;
  };
  const noted = async (app: SharingApp, key: string): Promise<string> => {
    const { client, close } = await connect(app.open.registry, serverOptionsOf(app.open));
    const said = { name: 'note', arguments: { text: 'a' }, _meta: { [KEY]: key.padEnd(22, '-') } };
    const text = textOf(await client.callTool(said));
    await close();
    return text;
  };

  test('a retry through another server gets the same operation or task, for its caller', async () => {
    const [one, other, crew] = [await open(), await open(), await open()];
    await sameOperation(brewer(one.open.registry), brewer(other.open.registry));
    crew.worker();
    for (;;) {
      const { running, waiting } = await one.engine.load();
      if (!running && !waiting) break;
      await delay(20);
    }
    expect(runs).toHaveLength(4);
  });

  test('a client that starts its server anew retries as the user that clients.principal names', async () => {
    const ada = { 'clients-principal': 'ada' };
    const first = await noted(await open(ada), 'mine');
    expect(await noted(await open(ada), 'mine')).toBe(first);
    expect(await noted(await open({ 'clients-principal': 'bob' }), 'mine')).not.toBe(first);
    expect(runs).toHaveLength(2);
  });
});
