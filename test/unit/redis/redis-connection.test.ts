import { RedisConnection } from '../../../src/redis/redis-connection';
import { RedisAwayError } from '../../../src/redis/redis-error';
import { isRedisAddress, shownAddress } from '../../../src/redis/redis-address';
import { Logger, silentLogger } from '../../../src/logger';
import { needs } from '../../support/needs';
import { freePort } from '../../support/free-port';
import { TestRedis } from '../../support/redis';

describe('the address of a Redis', () => {
  it('is shown without user, password and options', () => {
    expect(shownAddress('redis://ada:secret@db.example:6380/2?family=6')).toBe('redis://db.example:6380/2');
    expect(shownAddress('rediss://:secret@db.example/')).toBe('rediss://db.example');
    expect(shownAddress('redis://ada:se cret@[')).toBe('redis://…');
  });

  it('is told from other words', () => {
    expect(['redis://a', 'rediss://a'].every(isRedisAddress)).toBe(true);
    expect(['memory', 'redis://', 'http://a', ' redis://a'].some(isRedisAddress)).toBe(false);
  });
});

describe('without a Redis', () => {
  it('fails a command with the address and the reason, and without the password', async () => {
    const port = await freePort();
    const records: string[] = [];
    const log = new Logger('test', [{ wants: () => true, write: ({ message }) => records.push(message) }]);
    const connection = new RedisConnection({
      address: `redis://:hidden@127.0.0.1:${port}`,
      log,
      patienceMs: 50,
    });
    const failed = await connection.run((redis) => redis.ping()).catch((error: unknown) => error);
    connection.close();
    expect(failed).toBeInstanceOf(RedisAwayError);
    expect((failed as RedisAwayError).sent).toBe(false);
    expect((failed as Error).message).toMatch(/^The Redis that the servers share can't be reached\./);
    expect(records.join('\n')).toContain('is away');
    expect(records.join('\n') + String(failed)).not.toContain('hidden');
  });
});

needs('redis').describe('a connection', () => {
  let redis: TestRedis;
  beforeAll(async () => void (redis = await TestRedis.start('--requirepass', 'hidden')));
  afterAll(() => redis.kill());
  const address = (): string => `redis://:hidden@127.0.0.1:${redis.port}`;

  it('waits for the connection at first, and is there again after Redis was', async () => {
    const connection = new RedisConnection({ address: address(), log: silentLogger });
    expect(await connection.run((client) => client.set('kept', 'yes'))).toBe('OK');
    await redis.kill();
    const failed = await connection.run((client) => client.get('kept')).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(RedisAwayError);
    await redis.begin();
    expect(await connection.run((client) => client.get('kept'))).toBe('yes');
    connection.close();
  });

  it('says at once that a password is wrong', async () => {
    const wrong = new RedisConnection({ address: redis.address, log: silentLogger, patienceMs: 60_000 });
    await expect(wrong.run((client) => client.ping())).rejects.toMatchObject({
      details: expect.stringContaining('NOAUTH'),
    });
    wrong.close();
  });

  it('does not wait for ever for an answer, nor send a command later', async () => {
    const connection = new RedisConnection({ address: address(), log: silentLogger, patienceMs: 1_500 });
    await connection.run((client) => client.set('count', '1'));
    redis.signal('SIGSTOP');
    const failed = await connection.run((client) => client.get('count')).catch((error: unknown) => error);
    redis.signal('SIGCONT');
    expect((failed as RedisAwayError).sent).toBe(true);
    connection.close();
    await expect(connection.run((client) => client.incr('count'))).rejects.toMatchObject({
      details: expect.stringContaining('was closed'),
    });
  });

  it.each([
    ['OOM', 'maxmemory'],
    ['NOREPLICAS', 'min-replicas-to-write'],
  ])(
    'takes what Redis refuses only for a while as being away, and says why once: %s',
    async (why, setting) => {
      const records: string[] = [];
      const log = new Logger('test', [{ wants: () => true, write: ({ message }) => records.push(message) }]);
      const connection = new RedisConnection({ address: address(), log });
      const set = (): Promise<unknown> => connection.run((client) => client.set('a', 'b'));
      await connection.run((client) => client.config('SET', setting, '1'));
      for (let left = 3; left; left--)
        await expect(set()).rejects.toMatchObject({
          name: 'RedisAwayError',
          sent: false,
          details: expect.stringContaining(why),
        });
      await connection.run((client) => client.config('SET', setting, '0'));
      expect(await set()).toBe('OK');
      expect(records.filter((text) => text.includes(why))).toEqual([
        expect.stringContaining(`takes nothing: ${why}`),
      ]);
      connection.close();
    },
  );

  it('passes on what Redis refuses', async () => {
    const connection = new RedisConnection({ address: address(), log: silentLogger });
    await expect(connection.run((client) => client.call('NOSUCH'))).rejects.toThrow(/unknown command/);
    connection.close();
  });
});
