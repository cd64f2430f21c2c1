import { setTimeout as delay } from 'node:timers/promises';
import type { Claim, KeyedRequest, Lease } from '../../../src/calls/keys/call-records';
import { RecordsInRedis } from '../../../src/idempotency/records-in-redis';
import { UsedStatesInRedis } from '../../../src/idempotency/used-states-in-redis';
import { silentLogger } from '../../../src/logger';
import { RedisConnection } from '../../../src/redis/redis-connection';
import { needs } from '../../support/needs';
import { TestRedis } from '../../support/redis';

const LIMITS = { keepMs: 60_000, keep: 4, keepBytes: 100, leaseMs: 1_000 };

needs('redis').describe('calls with keys in a Redis', () => {
  let redis: TestRedis;
  const connections: RedisConnection[] = [];
  let spaces = 0;
  beforeAll(async () => (redis = await TestRedis.start()));
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });
  afterAll(() => redis.kill());

  const connect = (): RedisConnection => {
    const connection = new RedisConnection({
      address: redis.address,
      log: silentLogger,
      patienceMs: 3_000,
    });
    connections.push(connection);
    return connection;
  };
  /** As many servers as are asked for, with a memory in common that nothing else uses. */
  const servers = (count: number, more: Partial<typeof LIMITS> = {}): RecordsInRedis[] => {
    const space = `test:${++spaces}`;
    return Array.from({ length: count }, () => new RecordsInRedis(connect(), { ...LIMITS, ...more, space }));
  };
  const request = (key: string, more: Partial<KeyedRequest> = {}): KeyedRequest => ({
    owner: 'principal ada',
    key,
    digest: 'd',
    repeatable: false,
    ...more,
  });
  const leaseOf = (claim: Claim): Lease => {
    if (claim.state !== 'mine') throw new Error(`it is ${claim.state}`);
    return claim.lease;
  };
  const end = async (records: RecordsInRedis, key: string, answer: string): Promise<void> =>
    leaseOf(await records.claim(request(key))).end(answer);

  test('of many servers at once one runs the call, and all get its answer', async () => {
    const all = servers(5);
    const claims = await Promise.all(all.map((records) => records.claim(request('a'))));
    expect(claims.map(({ state }) => state).sort()).toEqual(['mine', ...Array(4).fill('running')]);
    await leaseOf(claims.find(({ state }) => state === 'mine')!).end('answer');
    const later = await Promise.all(all.map((records) => records.claim(request('a'))));
    expect(later).toEqual(Array(5).fill({ state: 'ended', answer: 'answer' }));
    expect((await all[0]!.claim(request('a', { digest: 'other' }))).state).toBe('other');
  });

  test('callers have keys of their own; one without a name is known to one process only', async () => {
    const [one, other] = servers(2) as [RecordsInRedis, RecordsInRedis];
    await end(one, 'a', 'answer');
    expect((await other.claim(request('a', { owner: 'principal bob' }))).state).toBe('mine');
    expect((await one.claim(request('a', { owner: 'pipe-1' }))).state).toBe('mine');
    expect((await other.claim(request('a', { owner: 'pipe-1' }))).state).toBe('mine');
  });

  test('a lease is kept while its process lives', async () => {
    const [one, other] = servers(2) as [RecordsInRedis, RecordsInRedis];
    const lease = leaseOf(await one.claim(request('a')));
    await delay(1_600);
    expect((await other.claim(request('a', { repeatable: true }))).state).toBe('running');
    await lease.end('late');
    expect(await other.claim(request('a'))).toEqual({ state: 'ended', answer: 'late' });
  });

  test('when a process is lost, only what may be repeated runs again', async () => {
    const [one, other] = servers(2) as [RecordsInRedis, RecordsInRedis];
    const lost = leaseOf(await one.claim(request('a')));
    leaseOf(await one.claim(request('b', { round: 'r' })));
    connections[0]!.close();
    while ((await other.claim(request('a'))).state === 'running') await delay(50);
    expect((await other.claim(request('a'))).state).toBe('lost');
    const claimAgain = () => other.claim(request('b', { round: 'r', repeatable: true }));
    let again = await claimAgain();
    for (; again.state === 'running'; again = await claimAgain()) await delay(50);
    expect(again).toMatchObject({ state: 'mine', again: true });
    // What was lost can't be recorded under the new lease.
    await expect(lost.end('late')).rejects.toThrow(/closed|reached/);
  });

  test('keys and bytes are bounded, and what was answered is never forgotten early', async () => {
    const [records] = servers(1) as [RecordsInRedis];
    await end(records, 'a', 'x'.repeat(60));
    await end(records, 'b', 'y'.repeat(60));
    await end(records, 'c', 'z'.repeat(101));
    await end(records, 'd', '');
    const states = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map(async (key) => (await records.claim(request(key))).state),
    );
    expect(states).toEqual(['dropped', 'ended', 'dropped', 'ended', 'full']);
  });

  test('an answer expires', async () => {
    const [records] = servers(1, { keepMs: 100 }) as [RecordsInRedis];
    await end(records, 'a', 'answer');
    while ((await records.claim(request('a'))).state !== 'mine') await delay(20);
  });

  test('a question is asked until its very answer comes', async () => {
    const [one, other] = servers(2) as [RecordsInRedis, RecordsInRedis];
    await leaseOf(await one.claim(request('a'))).ask('round 1', 'question', 60_000);
    expect(await other.claim(request('a'))).toEqual({ state: 'asked', question: 'question' });
    const claims = [one, other, one].map((records) => records.claim(request('a', { round: 'round 1' })));
    expect((await Promise.all(claims)).filter(({ state }) => state === 'mine')).toHaveLength(1);
  });

  test('questions are bounded too: the oldest are dropped, and can still be answered', async () => {
    const [records] = servers(1) as [RecordsInRedis];
    const asked = async (key: string, length: number, round = `round ${key}`): Promise<void> =>
      leaseOf(await records.claim(request(key))).ask(round, 'q'.repeat(length), 60_000);
    const states = async () =>
      Promise.all(['a', 'b', 'c'].map(async (key) => (await records.claim(request(key))).state));
    await asked('a', 60);
    await asked('b', 60);
    await asked('c', 101);
    expect(await states()).toEqual(['dropped', 'asked', 'dropped']);
    // What was answered no longer counts.
    const answered = leaseOf(await records.claim(request('b', { round: 'round b' })));
    await answered.ask('round 2', 'q'.repeat(60), 60_000);
    await leaseOf(await records.claim(request('a', { round: 'round a' }))).ask(
      'round 2',
      'q'.repeat(40),
      60_000,
    );
    expect(await states()).toEqual(['asked', 'asked', 'dropped']);
  });

  test('a question that can no longer be answered is forgotten', async () => {
    const [records] = servers(1) as [RecordsInRedis];
    await leaseOf(await records.claim(request('a'))).ask('round 1', 'question', 100);
    while ((await records.claim(request('a'))).state !== 'mine') await delay(20);
  });

  test('an answer is recorded when Redis is back', async () => {
    const [one] = servers(1, { leaseMs: 60_000 }) as [RecordsInRedis];
    const lease = leaseOf(await one.claim(request('a')));
    await redis.kill();
    await expect(lease.end('answer')).rejects.toThrow(/can't be reached/);
    await expect(one.claim(request('b'))).rejects.toThrow(/can't be reached/);
    await redis.begin();
    for (;;) {
      const claim = await one.claim(request('a')).catch(() => undefined);
      if (claim?.state === 'ended') break;
      await delay(50);
    }
  });

  test('an approval is used once, whichever server it is sent to', async () => {
    const states = [1, 2, 3].map(() => new UsedStatesInRedis(connect(), 'states'));
    const uses = states.flatMap((used) => [1, 2, 3].map(() => used.use('state', Date.now() + 60_000)));
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
    expect(await states[0]!.use('state', Date.now() + 60_000)).toBe(false);
  });
});
