import { setTimeout as delay } from 'node:timers/promises';
import type { OperationRequest } from '../../../src/calls/background';
import { silentLogger } from '../../../src/logger';
import { SharedStore } from '../../../src/operations/shared/shared-store';
import { RedisConnection } from '../../../src/redis/redis-connection';
import { needs } from '../../support/needs';
import { TestRedis } from '../../support/redis';

const { describe } = needs('redis');
const LEASE_MS = 200;
const ended = { state: 'Completed', result: { content: [] } } as const;
const limits = { keep: 10, keepSeconds: 60, keepBytes: 1_000_000 };

// What Redis holds true of operations, whatever the processes around it do.
describe('the store of shared operations', () => {
  let redis: TestRedis;
  let connection: RedisConnection;
  let store: SharedStore;
  let places = 0;

  beforeAll(async () => {
    redis = await TestRedis.start();
    connection = new RedisConnection({ address: redis.address, log: silentLogger });
  });
  beforeEach(() => {
    store = new SharedStore(connection, `{test-${++places}}:`, limits);
  });
  afterAll(async () => {
    connection.close();
    await redis.kill();
  });

  const asked = (text = ''): OperationRequest => ({
    tool: 'tool',
    args: { text },
    caller: { id: 'principal ada' },
  });
  const create = (id: string, { text = '', again = true, maxQueuedBytes = 1_000_000 } = {}) =>
    store.create(id, asked(text), { again, rules: {}, maxQueued: 100, maxQueuedBytes });
  const begin = (id: string, attempt: number, worker = 'w', leaseMs = LEASE_MS) =>
    store.begin({ id, attempt, tool: 'tool' }, { worker, leaseMs, rules: {} });
  const sweep = (leaseMs = LEASE_MS) => store.sweep('jobs:', leaseMs);
  // The first sweep after a pause gives workers the time of two leases, because Redis may have been away.
  const sweptUntil = async (id: string): Promise<Awaited<ReturnType<typeof sweep>>> => {
    for (let left = 100; left; left--) {
      const swept = await sweep();
      if (swept.lost.includes(id)) return swept;
      await delay(20);
    }
    throw new Error(`${id} was not lost`);
  };

  test('only so many bytes of arguments may wait, and what is begun or ends makes room', async () => {
    const text = 'x'.repeat(1_000);
    const most = { maxQueuedBytes: 3_000, text };
    expect(await create('a', most)).toHaveProperty('createdAt');
    expect(await create('b', most)).toHaveProperty('createdAt');
    expect(await create('c', most)).toEqual({ waiting: 2, bytes: expect.any(Number) as unknown });
    await begin('a', 0);
    expect(await create('c', most)).toHaveProperty('createdAt');
    expect(await create('d', most)).toHaveProperty('waiting');
    await store.finish({ id: 'b' }, ended);
    expect(await create('d', most)).toHaveProperty('createdAt');
    await store.handBack({ id: 'a', attempt: 1, tool: 'tool' });
    expect(await create('e', most)).toMatchObject({ waiting: 3 });
  });

  test('a single one is taken however large it is', async () => {
    expect(await create('a', { text: 'x'.repeat(5_000), maxQueuedBytes: 100 })).toHaveProperty('createdAt');
    expect(await create('b', { text: 'x', maxQueuedBytes: 100 })).toHaveProperty('waiting', 1);
  });

  test('bytes that a process of an earlier version left counted are counted anew', async () => {
    await create('a', { text: 'small' });
    await connection.run((client) => client.set(`${store.prefix}waiting:bytes`, 999_999_999));
    expect(await create('b', { text: 'small' })).toHaveProperty('createdAt');
  });

  test('an attempt that was handed back can change nothing any more, and the next one can', async () => {
    await create('a');
    await begin('a', 0, 'first', 60_000);
    expect(await store.update({ id: 'a', attempt: 1, tool: 'tool' }, ['progress', '{}'])).toBe(true);
    await store.handBack({ id: 'a', attempt: 1, tool: 'tool' });
    expect(await begin('a', 0, 'late', 60_000)).toBeUndefined();
    expect(await begin('a', 1, 'second', 60_000)).toMatchObject({ attempt: 2 });
    const first = { id: 'a', attempt: 1, tool: 'tool' };
    expect(await store.update(first, ['progress', '{}'])).toBe(false);
    expect(await store.handBack(first)).toBe(false);
    expect(await store.finish(first, ended)).toBe(false);
    expect(await store.keepOnce(first, 'key', 1)).toBe(false);
    const held = [first, { id: 'a', attempt: 2, tool: 'tool' }];
    const renewed = await store.renew('second', {}, 60_000, held);
    expect(renewed.lost).toEqual(['a-1']);
    expect(await store.finish({ id: 'a', attempt: 2 }, ended)).toBe(true);
    expect(await store.finish({ id: 'a', attempt: 2 }, ended)).toBe(false);
  });

  test('a lease that is renewed holds; one that is not loses the operation, three times at most', async () => {
    await create('kept');
    await begin('kept', 0, 'alive', 60_000);
    await create('a');
    for (const attempt of [0, 1]) {
      await begin('a', attempt);
      expect((await sweptUntil('a')).again).toEqual([{ id: 'a', attempt: attempt + 1, tool: 'tool' }]);
    }
    await begin('a', 2);
    expect((await sweptUntil('a')).again).toEqual([]);
    expect((await store.get('a'))!.operation).toMatchObject({
      state: 'Failed',
      reason: 'its worker w was lost',
    });
    expect((await store.get('kept'))!.operation).toMatchObject({ state: 'InProgress' });
  });

  test('what is not declared idempotent ends when its worker is lost, and says that it was begun', async () => {
    await create('a', { again: false });
    await begin('a', 0);
    expect((await sweptUntil('a')).again).toEqual([]);
    const { operation } = (await store.get('a'))!;
    expect(JSON.stringify(operation.result)).toContain('may have done part of its work');
  });

  test('nobody is lost because nobody swept: after a pause, workers get the time of two leases', async () => {
    await create('a');
    await sweep();
    await begin('a', 0);
    await delay(3 * LEASE_MS);
    expect(await sweep()).toEqual({ again: [], lost: [] });
    await store.renew('w', {}, 60_000, [{ id: 'a', attempt: 1, tool: 'tool' }]);
    await delay(2 * LEASE_MS);
    expect(await sweep()).toEqual({ again: [], lost: [] });
    expect((await store.get('a'))!.operation.state).toBe('InProgress');
  });

  test('a pause shorter than a lease, which leaves workers too little of theirs, gives them time as well', async () => {
    await create('a');
    await sweep();
    await delay(2.5 * LEASE_MS);
    await begin('a', 0);
    await sweep();
    // Past the time that the first sweeps give, with a lease that is renewed meanwhile.
    for (let left = 12; left; left--) {
      await delay(LEASE_MS / 4);
      await sweep();
      await store.renew('w', {}, LEASE_MS, [{ id: 'a', attempt: 1, tool: 'tool' }]);
    }
    await delay(0.9 * LEASE_MS);
    expect(await sweep()).toEqual({ again: [], lost: [] });
    await delay(LEASE_MS / 4);
    expect(await sweep()).toEqual({ again: [], lost: [] });
  });

  test('the clocks of processes don’t count: one that is hours off loses, keeps and dates nothing wrongly', async () => {
    const real = Date.now;
    try {
      for (const hours of [-5, 5]) {
        Date.now = () => real() + hours * 3_600_000;
        const id = `a${hours}`;
        const { createdAt } = (await create(id)) as { createdAt: number };
        expect(Math.abs(createdAt - real())).toBeLessThan(60_000);
        await begin(id, 0, 'w', 60_000);
        expect(await sweep(60_000)).toEqual({ again: [], lost: [] });
        await store.finish({ id, attempt: 1 }, ended);
        await sweep(60_000);
        const { operation } = (await store.get(id))!;
        expect(operation.state).toBe('Completed');
        expect(Math.abs(operation.endedAt! - real())).toBeLessThan(60_000);
      }
    } finally {
      Date.now = real;
    }
  });
});
