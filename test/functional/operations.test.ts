import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { setTimeout as delay } from 'node:timers/promises';
import { Tool, ToolResult, type ToolContext } from '../../src/index';
import { legacyTest, textOf } from '../support/connect';
import { isAlive, workshop } from '../support/definitions';

type Shop = Awaited<ReturnType<typeof workshop>>;
let shop: Shop;
afterEach(() => shop.close());

const nap = (more: object = {}, subcommands: object[] = [{ name: '30', description: 'Naps.' }]) => ({
  name: 'nap',
  description: 'Naps.',
  command: 'nap',
  subcommand: subcommands,
  ...more,
});
const data = (result: unknown) =>
  (result as { structuredContent: Record<string, unknown> }).structuredContent;
const idOf = (result: unknown) => String(data(result)['job_id']);
const pidsOf = (text: string) => /pids ([\d ]+)/.exec(text)![1]!.trim().split(' ').map(Number);

// The pids a running operation has printed so far, from its progress.
async function running(id: string): Promise<number[]> {
  for (;;) {
    const message = (await shop.engine.get(id))?.progress?.message;
    if (message?.startsWith('pids')) return pidsOf(message);
    await delay(10);
  }
}

async function gone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await delay(20);
}

legacyTest('A16 an asynchronous tool answers with an id at once and is announced when it ends', async () => {
  shop = await workshop({ files: { 'nap.json': nap({}, [{ name: '1', description: 'Naps.' }]) } });
  const announced = new Promise<Record<string, unknown>>((resolve) =>
    shop.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) =>
      resolve(params.data as Record<string, unknown>),
    ),
  );
  const result = await shop.call('nap_1');
  expect(result.isError).toBeUndefined();
  expect(data(result)).toMatchObject({
    status: 'started',
    job_id: expect.stringMatching(/^op_[\w-]{22}$/),
    message: expect.stringContaining('do not poll'),
  });
  expect(await announced).toMatchObject({ operation_id: idOf(result), tool: 'nap_1', state: 'Completed' });
});

test('A16 what ends within the short wait answers with the result itself', async () => {
  shop = await workshop({ files: { 'nap.json': nap({ command: 'print-argv' }) }, inlineWaitMs: 10_000 });
  expect(textOf(await shop.call('nap_30'))).toBe('["30"]');
});

legacyTest('A16 progress arrives under the token of the call, and never follows the answer', async () => {
  shop = await workshop({
    files: { 'nap.json': nap({}, [{ name: '1', description: 'N.' }]) },
    inlineWaitMs: 400,
  });
  const heard: string[] = [];
  let answered = false;
  const ended = new Promise<void>((resolve) => {
    shop.client.fallbackNotificationHandler = async ({ method, params }) => {
      if (method === 'notifications/message') resolve();
      if (method !== 'notifications/progress') return;
      heard.push(String(params?.['message']));
      expect(answered).toBe(false);
    };
    // The SDK's own handler only knows tokens of requests that are still open.
    shop.client.removeNotificationHandler('notifications/progress');
  });
  await shop.client.request(
    { method: 'tools/call', params: { name: 'nap_1', arguments: {}, _meta: { progressToken: 7 } } },
    (await import('@modelcontextprotocol/sdk/types.js')).CallToolResultSchema,
  );
  answered = true;
  await ended;
  expect(heard[0]).toMatch(/^pids/);
});

test('A17 the nearest `synchronous` counts, and without any a tool is asynchronous', async () => {
  const subcommands = [
    { name: 'own', description: 'O.', synchronous: false },
    { name: 'inherited', description: 'I.' },
  ];
  shop = await workshop({
    files: {
      'a.json': { ...nap({ command: 'print-argv', synchronous: true }, subcommands), name: 'sync' },
      'b.json': {
        ...nap({ command: 'print-argv', synchronous: false }, [
          { name: 'own', description: 'O.', synchronous: true },
        ]),
        name: 'async',
      },
      'c.json': { ...nap({ command: 'print-argv' }, []), name: 'silent' },
    },
    inlineWaitMs: 0,
  });
  const started = async (name: string) => data(await shop.call(name))['status'] === 'started';
  expect(await started('sync_inherited')).toBe(false);
  expect(await started('sync_own')).toBe(true);
  expect(await started('async_own')).toBe(false);
  expect(await started('silent')).toBe(true);
});

test('A18 status, await and cancel on an id; the child is gone after cancel', async () => {
  shop = await workshop({ files: { 'nap.json': nap() }, inlineWaitMs: 50 });
  const id = idOf(await shop.call('nap_30'));
  const pids = await running(id);
  expect(textOf(await shop.call('status', { id }))).toMatch(
    /1 active, 0 completed \(total 1\)[\s\S]*"InProgress"/,
  );
  expect(textOf(await shop.call('status', { operation_id: id }))).not.toContain('do not poll');
  expect(textOf(await shop.call('status', { id }))).toContain('do not poll');
  expect(textOf(await shop.call('await', { id, timeout_seconds: 0 }))).toMatch(
    /Still running after 0 s[\s\S]*stale lock files/,
  );
  const waiting = shop.call('await', { id });
  const cancelled = await shop.call('cancel', { id, reason: 'enough' });
  expect(textOf(cancelled)).toMatch(/Cancelled.*enough/);
  expect(textOf(await waiting)).toMatch(/Cancelled.*enough/);
  await gone(pids);
  expect(textOf(await shop.call('cancel', { id }))).toMatch(/^Warning: .*already ended/);
  expect(textOf(await shop.call('await', { id }))).toMatch(/these ended recently:[\s\S]*Cancelled/);
});

test('A18 unknown ids are told, not errors; a missing id is', async () => {
  shop = await workshop({ files: {} });
  for (const name of ['await', 'status', 'cancel']) {
    const result = await shop.call(name, { id: 'op_99' });
    expect([name, result.isError, textOf(result)]).toEqual([
      name,
      undefined,
      expect.stringContaining('op_99 not found'),
    ]);
  }
  expect(textOf(await shop.call('await'))).toBe('No operations are pending.');
  expect(data(await shop.call('cancel'))).toMatchObject({ error_data: { code: -32602 } });
});

test('A18 await and status filter by the beginning of tool names', async () => {
  const files = {
    'a.json': { ...nap(), name: 'aaa' },
    'b.json': { ...nap({ command: 'print-argv' }), name: 'bbb' },
  };
  shop = await workshop({ files, inlineWaitMs: 0 });
  await shop.call('aaa_30');
  await shop.call('bbb_30');
  const waited = await shop.call('await', { tools: 'bbb, ccc' });
  expect(data(waited)).toMatchObject({
    finished: [{ tool_name: 'bbb_30', state: 'Completed' }],
    unfinished: [],
  });
  expect(textOf(waited)).toContain('["30"]');
  expect(data(await shop.call('status', { tools: 'aaa' }))).toMatchObject({
    active: 1,
    completed: 0,
    total: 1,
  });
});

test('A19 an operation that takes too long is killed, even against its will, and reported as TimedOut', async () => {
  shop = await workshop({
    files: { 'x.json': { ...nap({ command: 'stubborn', timeout_seconds: 1 }), name: 'x' } },
    inlineWaitMs: 0,
  });
  const id = idOf(await shop.call('x_30'));
  const pids = await running(id);
  const waited = await shop.call('await', { id });
  expect(data(waited)).toMatchObject({ finished: [{ state: 'TimedOut' }] });
  expect(textOf(waited)).toContain('Command timed out after 1s');
  await gone(pids);
});

test('a sequence runs in the background too, and is cancelled as a whole', async () => {
  const sequence = [
    { tool: 'nap', subcommand: '0', args: {} },
    { tool: 'nap', subcommand: '30', args: {} },
  ];
  const all = { name: 'all', description: 'All.', command: 'sequence', step_delay_ms: 0, sequence };
  const naps = nap({}, [
    { name: '0', description: 'N.' },
    { name: '30', description: 'N.' },
  ]);
  shop = await workshop({ files: { 'nap.json': naps, 'all.json': all }, inlineWaitMs: 0 });
  const id = idOf(await shop.call('all'));
  while (!(await shop.engine.get(id))?.progress?.message?.startsWith('Step 2/2')) await delay(10);
  await shop.call('cancel', { id });
  expect(data(await shop.call('status', { id }))).toMatchObject({
    operations: [{ tool_name: 'all', state: 'Cancelled' }],
  });
});

test('what was printed and finished before a cancellation is in its answer, in status and in await', async () => {
  const sequence = [
    { tool: 'talk', subcommand: 'first', args: { seconds: '0' } },
    { tool: 'talk', subcommand: 'second', args: { seconds: '30' } },
  ];
  const seconds = [{ name: 'seconds', type: 'string', required: true, format: 'text' }];
  const talk = {
    name: 'talk',
    description: 'Talks.',
    command: 'talk',
    subcommand: ['first', 'second'].map((name) => ({
      name,
      description: 'T.',
      positional_args: seconds.map((option) => ({ ...option, description: 'How long.' })),
    })),
  };
  const all = { name: 'all', description: 'All.', command: 'sequence', step_delay_ms: 0, sequence };
  shop = await workshop({ files: { 'talk.json': talk, 'all.json': all }, inlineWaitMs: 0 });
  const talked = async (id: string): Promise<void> => {
    while (!(await shop.engine.get(id))?.progress?.message?.includes('to stderr')) await delay(10);
  };
  const one = idOf(await shop.call('talk_second', { seconds: '30' }));
  await talked(one);
  const cancelled = await shop.call('cancel', { id: one });
  expect(textOf(cancelled)).toContain('second says this');
  expect(data(cancelled)).toMatchObject({
    so_far: { state: 'cancelled', stdout: 'second says this\n', stderr: 'second to stderr\n' },
  });
  for (const tool of ['status', 'await'])
    expect(textOf(await shop.call(tool, { id: one }))).toContain('second says this');

  const two = idOf(await shop.call('all'));
  while (!(await shop.engine.get(two))?.progress?.message?.startsWith('Step 2/2')) await delay(10);
  await delay(300);
  const text = textOf(await shop.call('cancel', { id: two }));
  expect(text).toMatch(/✓ --- Step 1\/2[\s\S]*first says this[\s\S]*✗ --- Step 2\/2[\s\S]*second says this/);
  expect(text).toContain('Sequence cancelled after 1 of 2 steps');
});

test('status counts what failed and was cancelled, and lists the running ones first', async () => {
  shop = await workshop({
    files: { 'nap.json': nap(), 'x.json': { ...nap({ command: 'print-argv' }), name: 'x' } },
    inlineWaitMs: 0,
  });
  const first = idOf(await shop.call('nap_30'));
  const done = idOf(await shop.call('x_30'));
  await shop.call('await', { id: done });
  const last = idOf(await shop.call('nap_30'));
  await shop.call('cancel', { id: idOf(await shop.call('nap_30')) });
  const all = await shop.call('status');
  expect(textOf(all)).toMatch(
    /^Operations: 2 active, 2 completed \(total 4; of those completed 1 cancelled\)/,
  );
  const listed = data(all)['operations'] as { id: string; state: string }[];
  expect(listed.slice(0, 2).map(({ id }) => id)).toEqual([first, last]);
  expect(listed.map(({ state }) => state)).toEqual(['InProgress', 'InProgress', 'Completed', 'Cancelled']);
});

test('class tools that are not synchronous go the same way', async () => {
  @Tool({ description: 'Brew.', synchronous: false })
  class Brew {
    async run(_args: Record<string, unknown>, context: ToolContext): Promise<ToolResult> {
      context.progress({ progress: 1, total: 2, message: 'heating' });
      await delay(50);
      return ToolResult.text(`brewed through ${context.door}`);
    }
  }
  shop = await workshop({ files: {}, tools: Brew, inlineWaitMs: 0 });
  const heard: unknown[] = [];
  const onprogress = (update: { progress: number; message?: string | undefined }): void =>
    void heard.push(update.message);
  const id = idOf(await shop.client.callTool({ name: 'brew', arguments: {} }, undefined, { onprogress }));
  expect(heard).toEqual(['heating']);
  expect(textOf(await shop.call('await', { id }))).toMatch(/Completed[\s\S]*brewed through operation/);
  const { result } = await shop.registry.call('brew', {}, { door: 'shell' });
  expect(result).toEqual(ToolResult.text('brewed through shell'));
});

test('limits hold: per tool and in all, and a full queue is a failure the agent can act on', async () => {
  const limits = { maxRunning: 2, maxPerTool: 1, maxQueued: 1 };
  shop = await workshop({
    files: { 'a.json': { ...nap(), name: 'a' }, 'b.json': { ...nap(), name: 'b' } },
    limits,
    inlineWaitMs: 0,
  });
  await shop.call('a_30');
  await shop.call('a_30');
  await shop.call('b_30');
  const states = (await shop.engine.list()).map(
    (operation) => `${operation.request.tool} ${operation.state}`,
  );
  expect(states).toEqual(['a_30 InProgress', 'a_30 Pending', 'b_30 InProgress']);
  const refused = await shop.call('b_30');
  expect([refused.isError, data(refused)['error_type']]).toEqual([true, 'operations_full']);
});

test('a hundred operations started, awaited, cancelled and timed out at random: no orphan, no lost result', async () => {
  const leaf = (seconds: string, timeout_seconds: number) => ({
    name: seconds,
    description: 'N.',
    timeout_seconds,
  });
  const files = {
    'quick.json': { ...nap({}, [leaf('0', 60), leaf('30', 1)]), name: 'quick' },
    'slow.json': { ...nap({}, [leaf('30', 600)]), name: 'slow' },
  };
  shop = await workshop({ files, inlineWaitMs: 20, limits: { maxRunning: 12, maxPerTool: 6 } });
  const pids = new Set<number>();
  const { engine } = shop;
  const start = engine.start.bind(engine);
  engine.start = (request, listener) =>
    start(request, (operation) => {
      const texts = [operation.progress?.message ?? '', JSON.stringify(operation.result ?? '')];
      for (const text of texts) if (text.includes('pids ')) pidsOf(text).forEach((pid) => pids.add(pid));
      listener?.(operation);
    });
  const kinds = ['quick_0', 'quick_30', 'slow_30'];
  const ends: Promise<unknown>[] = [];
  let seed = 42;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return (seed >>> 16) % below;
  };
  for (let i = 0; i < 100; i++) {
    const kind = kinds[random(3)]!;
    const result = await shop.call(kind);
    if (data(result)['status'] !== 'started') continue;
    const id = idOf(result);
    if (kind === 'slow_30' || random(4) === 0)
      ends.push(delay(random(300)).then(() => shop.call('cancel', { id })));
    else if (random(2)) ends.push(shop.call('await', { id }));
  }
  await Promise.all(ends);
  const waited = await shop.call('await', {});
  expect(data(waited)['unfinished']).toEqual([]);
  const all = await shop.engine.list();
  expect(all).toHaveLength(100);
  for (const operation of all) {
    const expected = {
      quick_0: ['Completed', 'Cancelled'],
      quick_30: ['TimedOut', 'Cancelled'],
      slow_30: ['Cancelled'],
    };
    expect(expected[operation.request.tool as keyof typeof expected]).toContain(operation.state);
    // A cancelled one also has what its program had printed.
    expect(operation.result?.content.length).toBeGreaterThanOrEqual(1);
  }
  expect(new Set(all.map((operation) => operation.state))).toEqual(
    new Set(['Completed', 'Cancelled', 'TimedOut']),
  );
  expect(pids.size).toBeGreaterThan(20);
  await gone([...pids]);
}, 120_000);
