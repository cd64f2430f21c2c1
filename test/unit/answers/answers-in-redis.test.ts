import { setTimeout as delay } from 'node:timers/promises';
import { AnswersInRedis } from '../../../src/answers/shared/answers-in-redis';
import { ANYONE } from '../../../src/owner';
import { silentLogger } from '../../../src/logger';
import { RedisConnection } from '../../../src/redis/redis-connection';
import { needs } from '../../support/needs';
import { TestRedis } from '../../support/redis';

const LIMITS = { bytes: 1_000, count: 3, seconds: 60 };
const ADA = 'principal ada';

needs('redis').describe('kept answers in a Redis', () => {
  let redis: TestRedis;
  const connections: RedisConnection[] = [];
  let spaces = 0;
  beforeAll(async () => (redis = await TestRedis.start()));
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });
  afterAll(() => redis.kill());

  const connect = (): RedisConnection => {
    const connection = new RedisConnection({ address: redis.address, log: silentLogger, patienceMs: 10_000 });
    connections.push(connection);
    return connection;
  };
  const servers = (limits = LIMITS): [AnswersInRedis, AnswersInRedis] => {
    const space = `test:${++spaces}`;
    return [new AnswersInRedis(connect(), space, limits), new AnswersInRedis(connect(), space, limits)];
  };
  const texts = (server: AnswersInRedis, ...handles: string[]) =>
    Promise.all(handles.map(async (handle) => (await server.get(ADA, handle))?.text));

  test('are found through any server, by their caller alone', async () => {
    const [one, other] = servers();
    await one.put(ADA, { handle: 'h', text: 'the whole' });
    await one.put(ANYONE, { handle: 'h', text: 'of anyone' });
    expect(await other.get(ADA, 'h')).toEqual({ handle: 'h', text: 'the whole' });
    expect(await other.get(ANYONE, 'h')).toEqual({ handle: 'h', text: 'of anyone' });
    expect(await other.get('principal bob', 'h')).toBeUndefined();
    expect(await other.get(ADA, 'x')).toBeUndefined();
  });

  test('of a connection stay with its server: another may have one of that name', async () => {
    const [one, other] = servers();
    await one.put('session-1', { handle: 'h', text: 'mine' });
    expect(await other.get('session-1', 'h')).toBeUndefined();
  });

  test('are bounded in number and in bytes, the oldest going first', async () => {
    const [one, other] = servers();
    for (const handle of ['1', '2', '3', '4']) await one.put(ADA, { handle, text: handle });
    expect(await texts(other, '1', '2', '3', '4')).toEqual([undefined, '2', '3', '4']);
    await other.put(ADA, { handle: 'é', text: 'é'.repeat(499) });
    expect(await texts(one, '2', '3', '4', 'é')).toEqual([undefined, '3', '4', 'é'.repeat(499)]);
    await other.put(ADA, { handle: 'one more', text: 'x' });
    expect(await texts(one, '3', '4', 'one more')).toEqual([undefined, '4', 'x']);
    await other.put(ADA, { handle: 'too large', text: 'x'.repeat(1_001) });
    expect(await texts(one, 'too large', '4')).toEqual([undefined, '4']);
  });

  test('of one millisecond go in the order in which they were put', async () => {
    const [one] = servers({ ...LIMITS, count: 100 });
    const handles = Array.from({ length: 120 }, (_, at) => String(at));
    await Promise.all(handles.map((handle) => one.put(ADA, { handle, text: handle })));
    expect(await texts(one, ...handles)).toEqual(handles.map((handle, at) => (at < 20 ? undefined : handle)));
  });

  test('that are put again last longer, and count once', async () => {
    const [one, other] = servers();
    for (const handle of ['1', '2', '3']) await one.put(ADA, { handle, text: 'x'.repeat(300) });
    await one.put(ADA, { handle: '1', text: 'x'.repeat(300) });
    expect((await texts(other, '1', '2', '3')).filter(Boolean)).toHaveLength(3);
    await one.put(ADA, { handle: '4', text: 'new' });
    expect((await texts(other, '1', '2', '3', '4')).map(Boolean)).toEqual([true, false, true, true]);
  });

  test('expire, and nothing of them remains', async () => {
    const [one, other] = servers({ ...LIMITS, seconds: 0.2 });
    await one.put(ADA, { handle: 'h', text: 'x'.repeat(900) });
    expect(await texts(other, 'h')).toEqual(['x'.repeat(900)]);
    const left = () => connections[0]!.run((client) => client.keys(`test:${spaces}:*`));
    while ((await left()).length) await delay(20);
    expect(await texts(other, 'h')).toEqual([undefined]);
    await other.put(ADA, { handle: 'next', text: 'x'.repeat(900) });
    expect(await texts(one, 'next')).toEqual(['x'.repeat(900)]);
  });

  test('make room for others when they expire', async () => {
    const [brief, long] = servers();
    const short = new AnswersInRedis(connect(), `test:${spaces}`, { ...LIMITS, seconds: 0.05 });
    await short.put(ADA, { handle: 'brief', text: 'x'.repeat(600) });
    await long.put(ADA, { handle: 'long', text: 'x'.repeat(100) });
    await delay(100);
    await brief.put(ADA, { handle: 'next', text: 'x'.repeat(600) });
    expect((await texts(long, 'brief', 'long', 'next')).map(Boolean)).toEqual([false, true, true]);
  });

  test('that are very large are not put there', async () => {
    const [one, other] = servers({ ...LIMITS, bytes: 100_000_000 });
    await one.put(ADA, { handle: 'fits', text: 'x'.repeat(8 * 1024 * 1024) });
    await one.put(ADA, { handle: 'large', text: 'x'.repeat(8 * 1024 * 1024 + 1) });
    expect((await texts(other, 'fits', 'large')).map(Boolean)).toEqual([true, false]);
  });
});
