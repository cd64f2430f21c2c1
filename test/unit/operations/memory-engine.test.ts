import { setTimeout as delay } from 'node:timers/promises';
import { MemoryEngine, type EngineLimits, type Execute } from '../../../src/operations/memory-engine';
import type { Finished, Operation } from '../../../src/operations/operation';

const text = (words: string): Finished => ({
  state: 'Completed',
  result: { content: [{ type: 'text', text: words }] },
});

const counted = (): (() => string) => {
  let count = 0;
  return () => `op_${++count}`;
};

// An engine whose calls end when the test says so; the order of their starts is kept.
function controlled(limits: Partial<EngineLimits> = {}) {
  const started: string[] = [];
  const ends = new Map<string, (finished: Finished) => void>();
  const execute: Execute = ({ args }, { signal }) =>
    new Promise((resolve, reject) => {
      const name = String(args['name']);
      started.push(name);
      ends.set(name, resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const engine = new MemoryEngine(execute, limits, counted());
  const start = (name: string, tool = 'tool', id = 's'): Promise<Operation> =>
    engine.start({ tool, args: { name }, caller: { id } });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!(text(name));
    await delay(1);
  };
  return { engine, started, start, end };
}

test('an operation goes from Pending over InProgress to its end', async () => {
  const { engine, start, end } = controlled({ maxRunning: 1 });
  const states: string[] = [];
  for (const id of ['op_1', 'op_2']) engine.follow(id, ({ state }) => states.push(`${id} ${state}`));
  expect((await start('a')).id).toBe('op_1');
  expect(await start('b')).toMatchObject({ id: 'op_2', state: 'Pending' });
  await end('a');
  await end('b');
  expect(states).toEqual(['op_1 InProgress', 'op_1 Completed', 'op_2 InProgress', 'op_2 Completed']);
  expect(await engine.get('op_2')).toMatchObject({ result: { content: [{ text: 'b' }] } });
});

test('a wait longer than a timer can take goes on until the operation is over', async () => {
  const { engine, start, end } = controlled();
  await start('a');
  const waited = engine.wait(['op_1'], 1e12);
  await delay(30);
  await end('a');
  expect(await waited).toMatchObject({ finished: [{ id: 'op_1', state: 'Completed' }], unfinished: [] });
});

test('the queue is fair: who asks for much does not keep the others waiting', async () => {
  const { started, start, end } = controlled({ maxRunning: 1 });
  for (const name of ['a1', 'a2', 'a3']) await start(name, 'tool', 'greedy');
  await start('b1', 'tool', 'modest');
  for (const name of ['a1', 'a2', 'b1']) await end(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('one tool never takes more places than it may, and leaves the rest to others', async () => {
  const { started, start, end } = controlled({ maxRunning: 3, maxPerTool: 1 });
  await start('x1', 'x');
  await start('x2', 'x');
  await start('y1', 'y');
  expect(started).toEqual(['x1', 'y1']);
  await end('x1');
  expect(started).toEqual(['x1', 'y1', 'x2']);
});

test('when too many wait, a further one is refused', async () => {
  const { start } = controlled({ maxRunning: 1, maxQueued: 1 });
  await start('a');
  await start('b');
  await expect(start('c')).rejects.toThrow('1 operations are already waiting');
});

test('when the arguments of those that wait are too large together, a further one is refused until there is room', async () => {
  const { engine, start, end } = controlled({ maxRunning: 1, maxQueuedBytes: 250 });
  const large = (letter: string): string => letter.repeat(100);
  await start(large('a'));
  await start(large('b'));
  await start(large('c'));
  await expect(start(large('d'))).rejects.toThrow(
    /^2 operations with 2\d\d bytes of arguments are already waiting/,
  );
  await engine.cancel('op_2');
  await start(large('e'));
  await expect(start(large('f'))).rejects.toThrow('already waiting');
  await end(large('a'));
  await start(large('g'));
});

test('one that nothing waits before is taken, however large it is', async () => {
  const { start } = controlled({ maxRunning: 1, maxQueuedBytes: 10 });
  await start('a');
  expect(await start('x'.repeat(100))).toMatchObject({ state: 'Pending' });
  await expect(start('b')).rejects.toThrow('already waiting');
});

test('cancelling ends running and waiting ones, and what they report later changes nothing', async () => {
  const { engine, started, start, end } = controlled({ maxRunning: 1 });
  await start('a');
  await start('b');
  expect(await engine.cancel('op_2', 'not needed')).toMatchObject({ state: 'Pending' });
  expect(await engine.cancel('op_1')).toMatchObject({ state: 'InProgress' });
  await end('a');
  expect(await engine.list()).toMatchObject([
    { id: 'op_1', state: 'Cancelled' },
    { id: 'op_2', state: 'Cancelled', reason: 'not needed' },
  ]);
  expect(started).toEqual(['a']);
  expect(await engine.cancel('op_1')).toMatchObject({ state: 'Cancelled' });
  expect(await engine.cancel('op_9')).toBeUndefined();
});

test('finished ones are kept up to a count and an age', async () => {
  const { engine, start, end } = controlled({ keep: 2 });
  for (const name of ['a', 'b', 'c']) {
    await start(name);
    await end(name);
  }
  expect((await engine.list()).map((operation) => operation.id)).toEqual(['op_2', 'op_3']);
  const aged = controlled({ keepSeconds: 1 });
  await aged.start('a');
  await aged.end('a');
  expect(await aged.engine.get('op_1')).toBeDefined();
  await delay(1_100);
  expect(await aged.engine.get('op_1')).toBeUndefined();
});

test('waiting ends with the last of them, with the time, or with the caller', async () => {
  const { engine, start, end } = controlled();
  await start('a');
  await start('b');
  const waiting = engine.wait(['op_1', 'op_2'], 60_000);
  await end('b');
  await end('a');
  expect((await waiting).finished).toHaveLength(2);
  await start('c');
  expect((await engine.wait(['op_3'], 5)).unfinished).toMatchObject([
    { id: 'op_3', firstWaitAt: expect.any(Number) },
  ]);
  expect((await engine.wait(['op_3'], 60_000, AbortSignal.abort())).unfinished).toHaveLength(1);
  expect(await engine.wait(['op_9'], 60_000)).toEqual({ finished: [], unfinished: [] });
});

test('shutting down lets short work end, cancels the rest and takes nothing new', async () => {
  const { engine, start, end } = controlled();
  await start('quick');
  await start('slow');
  const closing = engine.shutdown(50, 'the server is ending');
  await end('quick');
  await closing;
  expect(await engine.list()).toMatchObject([
    { state: 'Completed' },
    { state: 'Cancelled', reason: 'the server is ending' },
  ]);
  await expect(start('late')).rejects.toThrow('the server is ending');
});

test('a call that throws is a failed operation', async () => {
  const engine = new MemoryEngine(() => Promise.reject(new Error('broken')), {}, counted());
  await engine.start({ tool: 't', args: {}, caller: { id: '' } });
  await engine.wait(['op_1'], 1000);
  expect(await engine.get('op_1')).toMatchObject({ state: 'Failed', result: { isError: true } });
});

test('results together take no more bytes than they may: the oldest are let go, and say so', async () => {
  const { engine, start, end } = controlled({ keepBytes: 400 });
  const long = (letter: string) => letter.repeat(150);
  for (const letter of ['a', 'b', 'c']) {
    await start(long(letter));
    await end(long(letter));
  }
  const texts = (await engine.list()).map(({ state, result }) => [state, result?.content]);
  expect(texts).toEqual([
    ['Completed', [{ type: 'text', text: expect.stringContaining('op_1 was dropped') }]],
    ['Completed', [{ type: 'text', text: expect.stringContaining('op_2 was dropped') }]],
    ['Completed', [{ type: 'text', text: long('c') }]],
  ]);
  expect((await engine.get('op_1'))!.request.args).toEqual({});
});

test('the latest result is kept, however large it is', async () => {
  const { engine, start, end } = controlled({ keepBytes: 0 });
  await start('a');
  await end('a');
  expect(await engine.get('op_1')).toMatchObject({ result: { content: [{ text: 'a' }] } });
});

test('what an operation has so far is kept until it ends, and is part of its end when it is cancelled', async () => {
  const soFar = {
    content: [{ type: 'text', text: 'two alerts' } as const],
    structuredContent: { alerts: 2 },
  };
  const engine = new MemoryEngine(
    (_request, running) =>
      new Promise((_, reject) => {
        running.soFar!(soFar);
        running.signal.addEventListener('abort', () => reject(running.signal.reason as Error));
      }),
    {},
    counted(),
  );
  await engine.start({ tool: 'tool', args: {}, caller: { id: '' } });
  expect(await engine.get('op_1')).toMatchObject({ state: 'InProgress', soFar });
  await engine.cancel('op_1', 'enough');
  const cancelled = await engine.get('op_1');
  expect(cancelled).toMatchObject({
    result: {
      content: [{ text: 'op_1 was cancelled: enough' }, { text: 'two alerts' }],
      structuredContent: { alerts: 2 },
      isError: true,
    },
  });
  expect(cancelled!.soFar).toBeUndefined();
});

test('ids can neither be guessed nor counted', async () => {
  const engine = new MemoryEngine(async () => text('done'));
  const ids = new Set<string>();
  for (let n = 0; n < 100; n++) ids.add((await engine.start({ tool: 't', args: {}, caller: { id: '' } })).id);
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^op_[\w-]{22}$/);
});
