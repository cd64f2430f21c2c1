import { setTimeout as delay } from 'node:timers/promises';
import { Logger, type LogRecord } from '../../../src/logger';
import type { Execute } from '../../../src/operations/memory-engine';
import { queuePlace } from '../../../src/operations/shared/operation-delivery';
import { SharedEngine } from '../../../src/operations/shared/shared-engine';
import { SharedStore } from '../../../src/operations/shared/shared-store';
import { SharedWorker } from '../../../src/operations/shared/shared-worker';
import { RedisConnection } from '../../../src/redis/redis-connection';
import { RedisAwayError } from '../../../src/redis/redis-error';
import { needs } from '../../support/needs';
import { TestRedis } from '../../support/redis';

const { describe } = needs('redis');
const limits = { keep: 10, keepSeconds: 60, keepBytes: 1_000_000, leaseMs: 400 };

// A worker seen from outside: what it says about itself, in its log and to others.
describe('a worker of shared operations', () => {
  let redis: TestRedis;
  const records: LogRecord[] = [];
  const log = new Logger('test', [{ wants: () => true, write: (record) => void records.push(record) }]);
  const connect = (): RedisConnection => new RedisConnection({ address: redis.address, log });
  const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (let left = 250; left; left--) {
      if (await holds()) return;
      await delay(20);
    }
    throw new Error('it never came to that');
  };

  beforeAll(async () => {
    redis = await TestRedis.start();
  });
  const steps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of steps.splice(0).reverse()) await step();
  });
  afterAll(() => redis.kill());

  // A server and a worker of an app with one tool.
  const crew = (
    app: string,
    execute: Execute,
    again = true,
  ): { engine: SharedEngine; worker: SharedWorker } => {
    const shared = { ...limits, app, rules: () => ({}), mayRunAgain: () => again };
    const engine = new SharedEngine({
      ...shared,
      connection: connect(),
      maxQueued: 10,
      maxQueuedBytes: 1_000_000,
    });
    steps.push(() => engine.shutdown(0, 'end of the test'));
    const worker = new SharedWorker({
      ...shared,
      connection: connect(),
      name: 'w',
      log,
      maxRunning: 3,
      maxPerTool: 3,
      answerSeconds: 60,
      hasTool: () => true,
      execute: () => execute,
    });
    return { engine, worker };
  };
  const begun = async (engine: SharedEngine): Promise<string> => {
    const { id } = await engine.start({ tool: 'hold', args: {}, caller: { id: 'principal ada' } });
    await until(async () => (await engine.get(id))?.state === 'InProgress');
    return id;
  };

  test('reports what runs although nothing waits, nothing when there is nothing, and offers no slots while it ends', async () => {
    let release = (): void => undefined;
    const { engine, worker } = crew('shop', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { state: 'Completed', result: { content: [] } };
    });
    let ending: Promise<void> | undefined;
    steps.push(
      () => release(),
      () => (ending ??= worker.close(0)),
    );
    const reported = (): string[] =>
      records.map(({ message }) => message).filter((text) => text.includes('run on'));
    await worker.report();
    expect(reported()).toEqual([]);
    const id = await begun(engine);
    await until(async () => (await engine.load()).slots === 3);
    await worker.report();
    expect(reported()).toEqual([
      expect.stringMatching(/^0 operations wait .* 1 run on 1 workers, 1 of them here/),
    ]);
    ending = worker.close(10_000);
    const place = queuePlace('shop');
    const other = connect();
    steps.push(() => other.close());
    const store = new SharedStore(other, place.prefix, limits);
    await until(async () => (await store.load()).crew.every(({ slots }) => slots === 0));
    release();
    await ending;
    expect((await engine.get(id))?.state).toBe('Completed');
  });

  test('that ends tells what it runs to end, and lets it tidy up before another may begin it', async () => {
    const order: unknown[] = [];
    const { engine, worker } = crew('tidy', async (_request, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await delay(50);
      order.push('tidied up', (await engine.get(id))?.state);
      return { state: 'Completed', result: { content: [] } };
    });
    const id = await begun(engine);
    await worker.close(0);
    order.push('closed', (await engine.get(id))?.state);
    expect(order).toEqual(['tidied up', 'InProgress', 'closed', 'Pending']);
  });

  test('that ends writes down what had ended before, although it may run again', async () => {
    let release = (): void => undefined;
    let returned = false;
    const { engine, worker } = crew('unwritten', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      returned = true;
      return { state: 'Completed', result: { content: [] } };
    });
    const id = await begun(engine);
    const other = connect();
    steps.push(() => other.close());
    const replicas = (least: string) =>
      other.run((client) => client.config('SET', 'min-replicas-to-write', least));
    await replicas('1');
    release();
    await until(() => returned);
    // Its first attempt to write it down is over, and it waits before the next.
    await delay(50);
    await replicas('0');
    await worker.close(0);
    expect((await engine.get(id))?.state).toBe('Completed');
  });

  test('holds what has ended until that is written down, however long it takes', async () => {
    // Redis takes what is small, such as a sign of life, but not a result in time.
    const finish = jest.spyOn(SharedStore.prototype, 'finish');
    finish.mockImplementation(() => Promise.reject(new RedisAwayError('redis', 'no answer in time', true)));
    steps.push(() => finish.mockRestore());
    const { engine, worker } = crew(
      'slow',
      () => Promise.resolve({ state: 'Completed', result: { content: [] } }),
      false,
    );
    steps.push(() => worker.close(0));
    const { id } = await engine.start({ tool: 'quick', args: {}, caller: { id: 'principal ada' } });
    await until(() => finish.mock.calls.length > 0);
    await delay(5 * limits.leaseMs);
    expect((await engine.get(id))?.state).toBe('InProgress');
    finish.mockRestore();
    await until(async () => (await engine.get(id))?.state !== 'InProgress');
    expect((await engine.get(id))?.state).toBe('Completed');
  });
});
