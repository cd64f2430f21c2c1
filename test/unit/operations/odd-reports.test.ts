import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { defineApp, defineTool, ToolResult, type ToolContext } from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import { testClient, type TestClient } from '../../../src/testing';
import { connect, textOf } from '../../support/connect';
import { needs } from '../../support/needs';
import { recordingLogger } from '../../support/records';
import { TestRedis } from '../../support/redis';
import { sharingApp } from '../../support/shared-operations';

type Report = (context: ToolContext) => unknown;
const progress =
  (update: unknown): Report =>
  (context) =>
    context.progress(update as never);
const circle: Record<string, unknown> = {};
circle['self'] = circle;

const PROGRESS: readonly [string, unknown, string][] = [
  ['NaN', { progress: NaN }, 'progress NaN: report a finite number, such as 0 where there is nothing to do'],
  ['Infinity', { progress: Infinity }, 'progress Infinity: report a finite number'],
  ['a bigint', { progress: 1n }, 'progress 1n, a bigint: report a finite number'],
  ['no number', {}, 'progress undefined: report a finite number'],
  ['null', { progress: null }, 'progress null: report a finite number'],
  ['a text', { progress: '1' }, "progress '1': report a finite number"],
  ['a symbol', { progress: Symbol('s') }, 'progress Symbol(s): report a finite number'],
  ['a total of NaN', { progress: 1, total: NaN }, 'a total of NaN: report a finite number'],
  ['a total of null', { progress: 1, total: null }, 'a total of null: report a finite number'],
  ['a total that is a bigint', { progress: 1, total: 1n }, 'a total of 1n, a bigint: report a finite number'],
  ['a message that is no text', { progress: 1, message: { a: 1 } }, 'a message of { a: 1 }: report a text'],
  ['a circle as message', { progress: 1, message: circle }, 'a message of <ref *1> { self: [Circular *1] }'],
  ['nothing', undefined, 'undefined: report an object with progress'],
  ['a number', 3, '3: report an object with progress'],
  [
    'what throws',
    {
      get progress() {
        throw new Error('no');
      },
    },
    'progress that could not be read: no',
  ],
];

describe('progress that can not be sent', () => {
  test.each(PROGRESS)('%s is left out, and the author is warned once', async (_what, update, says) => {
    const { log, lines } = recordingLogger();
    const heard: unknown[] = [];
    const registry = new ToolRegistry(
      defineTool({
        name: 'import_rows',
        description: 'Imports.',
        run: (_args, context) => {
          progress(update)(context);
          context.progress({ progress: 1, total: undefined, rows: 1n } as never);
          return 'done';
        },
      }),
      { log },
    );
    const call = () =>
      registry.call('import_rows', {}, { door: 'client', progress: (one) => heard.push(one) });
    expect((await call()).isError).toBe(false);
    await call();
    expect(heard).toEqual([{ progress: 1 }, { progress: 1 }]);
    const warnings = lines().filter((line) => line.includes('reported'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`import_rows reported ${says}`);
  });
});

const rows: unknown[] = [1];
const REPORTS: readonly [string, Report][] = [
  ...PROGRESS.map(([what, update]): [string, Report] => [`progress: ${what}`, progress(update)]),
  ['progress that is changed later', ({ progress }) => changed({ progress: 1 }, progress)],
  ['so far: a bigint', ({ soFar }) => soFar(1n)],
  ['so far: NaN inside', ({ soFar }) => soFar({ rows: [NaN] })],
  ['so far: a circle', ({ soFar }) => soFar(circle)],
  ['so far: what is changed later', ({ soFar }) => (soFar({ rows }), rows.push(NaN, circle))],
  ['so far: no content', ({ soFar }) => soFar(new ToolResult(undefined as never))],
  ['so far: a block that is nothing', ({ soFar }) => soFar(new ToolResult([null as never]))],
  [
    'so far: a text that is none',
    ({ soFar }) => soFar(new ToolResult([{ type: 'text', text: 1n as never }])),
  ],
  ['so far: an Error', ({ soFar }) => soFar(new Error('no'))],
  ['log: odd extras', ({ log }) => log.warning('odd', { big: 1n, circle, symbol: Symbol('s'), nan: NaN })],
  ['log: no text', ({ log }) => log.warning({ a: 1n } as never)],
  ['log: nothing', ({ log }) => log.warning(undefined as never)],
];

function changed(update: { progress: number }, report: ToolContext['progress']): void {
  report(update);
  update.progress = NaN;
}

const RESULTS: readonly [string, (context: ToolContext) => unknown][] = [
  ['what is changed later', () => later({ rows: [1] as unknown[] })],
  ['a block that is nothing', () => new ToolResult([null as never])],
  ['no content', () => new ToolResult(undefined as never)],
  ['a text that is none', () => new ToolResult([{ type: 'text', text: 1n as never }])],
  ['a bigint told to the client', ({ session }) => session?.notify?.('notifications/odd', { n: 1n })],
  ['a bigint done once', ({ once }) => once('big', () => 1n)],
  ['a circle in _meta', () => new ToolResult([], false, undefined, undefined, circle)],
];

function later(value: { rows: unknown[] }): unknown {
  setImmediate(() => value.rows.push(NaN, 1n));
  return value;
}

// Tools that report or return something odd in the background, and one beside them.
function tools() {
  const background = (name: string, run: (context: ToolContext) => unknown) =>
    defineTool({ name, description: 'Odd.', synchronous: false, run: (_args, context) => run(context) });
  return [
    ...REPORTS.map(([, report], index) =>
      background(`report_${index}`, async (context) => {
        report(context);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return 'whole';
      }),
    ),
    ...RESULTS.map(([, make], index) => background(`result_${index}`, make)),
    background('beside', () => 'beside it'),
    background('hold', ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve))),
  ];
}

describe.each(['legacy', 'modern'] as const)('in the background, for a %s client', (era) => {
  let client: TestClient;
  beforeEach(async () => {
    const app = defineApp({ name: 'odd', tools: tools(), packs: ['operations'] });
    client = await testClient(app, { era, args: ['--operations-inline-wait', '0'] });
  });
  afterEach(() => client.close());

  test.each(REPORTS.map(([what], index) => [what, `report_${index}`]))(
    '%s: the result and those beside it can be read',
    async (_what, name) => {
      const { id, other } = await started(name);
      expect((await client.call('status', {})).isError).toBe(false);
      expect((await client.call('status', { id })).isError).toBe(false);
      expect((await client.call('await', {})).isError).toBe(false);
      const all = await client.call('await', {});
      expect([all.isError, all.text]).toEqual([false, expect.stringContaining('beside it')]);
      expect(all.text).toContain(`${id} (${name}): Completed`);
      expect(all.text).toContain('whole');
      expect((await client.call('await', { id: other })).text).toContain('beside it');
      expect((await client.call('await', { id })).text).toContain('whole');
    },
  );

  test.each(RESULTS.map(([what], index) => [what, `result_${index}`]))(
    'a result with %s: those beside it can be read',
    async (_what, name) => {
      const { id } = await started(name);
      await client.call('await', {});
      const all = await client.call('await', {});
      expect([all.isError, all.text]).toEqual([false, expect.stringContaining('beside it')]);
      expect(all.text).toContain(id);
      expect((await client.call('status', { id })).isError).toBe(false);
    },
  );

  async function started(name: string): Promise<{ id: string; other: string }> {
    const idOf = async (tool: string) =>
      (((await client.call(tool)) as { value?: unknown }).value as { job_id: string }).job_id;
    return { other: await idOf('beside'), id: await idOf(name) };
  }
});

describe.each(['fast', 'sdk', 'modern'] as const)('a log that the client reads, in the %s lane', (lane) => {
  const LOGS: readonly [string, Report][] = [
    ['odd extras', ({ log }) => log.warning('odd', { big: 1n, circle, symbol: Symbol('s'), nan: NaN })],
    ['no text', ({ log }) => log.warning({ a: 1n } as never)],
    ['nothing', ({ log }) => log.warning(undefined as never)],
    ['toJSON that throws', ({ log }) => log.warning('odd', { at: new Date(NaN), bad: { toJSON: thrown } })],
  ];

  test.each(LOGS)('%s: the call goes on, and the client is told', async (_what, report) => {
    const told: unknown[] = [];
    const run = (_args: unknown, context: ToolContext) => (report(context), 'done');
    const registry = new ToolRegistry(defineTool({ name: 'odd', description: 'Odd.', run }), { prefix: '' });
    const { client, close } = await connect(registry, { lane, capabilities: {} });
    client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void told.push(params.data),
    );
    await client.setLoggingLevel('warning');
    const result = await client.callTool({ name: 'odd' });
    await new Promise((resolve) => setImmediate(resolve));
    await close();
    expect([result.isError, textOf(result)]).toEqual([undefined, 'done']);
    expect(told).toHaveLength(1);
  });
});

function thrown(): never {
  throw new Error('no');
}

const shared = needs('redis');
shared.describe('in operations that several processes share', () => {
  test('no odd report or result makes others unreadable', async () => {
    const redis = await TestRedis.start();
    const app = await sharingApp(redis.address, tools());
    app.worker();
    for (const tool of tools()) if (tool.name !== 'hold') await app.call(tool.name);
    await app.call('await', { timeout_seconds: 30 });
    const all = await app.call('await', {});
    expect([all['isError'], all['text']]).toEqual([false, expect.stringContaining('beside it')]);
    const finished = all['finished'] as { tool_name: string; state: string }[];
    const badly = finished.filter(({ state }) => state !== 'Completed').map(({ tool_name }) => tool_name);
    expect(finished).toHaveLength(tools().length - 1);
    expect(badly.filter((name) => name.startsWith('report'))).toEqual([]);
    expect((await app.call('status', {}))['isError']).toBe(false);
    await app.close();
    await redis.kill();
  }, 60_000);
});
