import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { configInForce } from '../../src/app/wiring/config-in-force';
import { defineTool } from '../../src/index';
import { silentLogger } from '../../src/logger';
import { isFinal } from '../../src/operations/operation';
import { RedisConnection } from '../../src/redis/redis-connection';
import type { Session } from '../../src/tool-context';
import { needs } from '../support/needs';
import { TestRedis } from '../support/redis';
import { SlowNetwork } from '../support/slow-network';
import { caller, sharingApp, type SharingApp } from '../support/shared-operations';
import { temporaryDirectory } from '../support/temporary-directory';

const { describe } = needs('redis');
const schema = { type: 'object', properties: { n: { type: 'number', description: 'A number' } } } as const;
const idempotent = { annotations: { idempotentHint: true } };

describe('operations that several processes share', () => {
  let redis: TestRedis;
  const apps: SharingApp[] = [];
  // What the tools did, in this test's process.
  let did: string[] = [];
  const held = new Map<string, () => void>();
  const tool = (name: string, run: Parameters<typeof defineTool>[0]['run'], more: object = {}) =>
    defineTool({
      name,
      description: `The tool ${name}.`,
      inputSchema: schema,
      synchronous: false,
      run,
      ...more,
    });
  const until = async (name: string, signal: AbortSignal): Promise<void> => {
    did.push(`${name} begun`);
    await new Promise<void>((resolve) => {
      held.set(name, resolve);
      signal.addEventListener('abort', () => {
        did.push(`${name} aborted`);
        resolve();
      });
    });
  };
  const tools = () => [
    tool('double', ({ n }) => ({ doubled: Number(n) * 2 })),
    tool('fail', () => {
      throw new Error('It did not work');
    }),
    tool('big', ({ n }) => 'x'.repeat(Number(n))),
    tool('hold', async (_args, { signal, progress }) => {
      progress({ progress: 1, total: 2, message: 'half way' });
      await until('hold', signal);
      return 'held';
    }),
    tool('hold_or_fail', async (_args, { signal }) => {
      await until('hold_or_fail', signal);
      signal.throwIfAborted();
      return 'held';
    }),
    tool(
      'hold_again',
      async (_args, { signal }) => {
        await until('hold_again', signal);
        return 'held again';
      },
      idempotent,
    ),
    tool('ask', async (_args, { session, once }) => {
      await once('counted', () => did.push('counted'));
      const answer = await session!.ask!({
        message: 'Which colour?',
        schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
      });
      return { colour: answer.content?.['colour'] };
    }),
    tool('who', async (_args, { session, call }) => {
      const inner = await call('forbidden').then(
        ({ isError }) => !isError,
        (error: Error) => error.message,
      );
      return {
        principal: session?.principal,
        roots: await session?.roots?.(),
        client: session?.client?.name,
        granted: ['who', 'forbidden'].map((name) => session?.grant?.allows(name)),
        inner,
      };
    }),
    defineTool({
      name: 'forbidden',
      description: 'Not for everyone.',
      inputSchema: schema,
      run: () => 'done',
    }),
  ];
  const open = async (settings?: Record<string, string | boolean>): Promise<SharingApp> => {
    const app = await sharingApp(redis.address, tools(), settings);
    apps.push(app);
    return app;
  };
  const began = async (name: string): Promise<void> => {
    while (!held.has(name)) await delay(10);
  };
  const inRedis = async <T>(work: (client: Redis) => Promise<T>): Promise<T> => {
    const connection = new RedisConnection({ address: redis.address, log: silentLogger });
    try {
      return await connection.run(work);
    } finally {
      connection.close();
    }
  };
  /** Waits until a worker has taken an operation from the queue and put it off. */
  const lookedAt = async (id: unknown, queue = 'shop'): Promise<void> => {
    const putOff = () =>
      inRedis((client) => client.zscore(`toolwright:{${queue}}:operations:delayed`, `${String(id)}-0`));
    while ((await putOff()) === null) await delay(20);
  };
  const ended = (app: SharingApp, id: unknown, session?: Session) =>
    app.call('await', { id, timeout_seconds: 20 }, session);

  beforeAll(async () => void (redis = await TestRedis.start()));
  afterAll(() => redis.kill());
  beforeEach(() => {
    did = [];
    held.clear();
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  test('what one server accepts a worker runs, and another server returns', async () => {
    const [one, other, crew] = [await open(), await open(), await open()];
    const started = await one.call('double', { n: 21 });
    expect(started).toMatchObject({
      status: 'started',
      operation_id: expect.stringMatching(/^op_[\w-]{22}$/),
    });
    expect(await other.call('status', {})).toMatchObject({ active: 1, operations: [{ state: 'Pending' }] });
    expect((await other.call('status', {}))['text']).toMatch(
      /1 waiting \(the first for .* s\), no worker is there/,
    );
    crew.worker();
    const waited = await ended(other, started['operation_id']);
    expect(waited).toMatchObject({ finished: [{ state: 'Completed', result: { data: { doubled: 42 } } }] });
    expect(await one.call('status', { id: started['operation_id'] })).toMatchObject({ completed: 1 });
  });

  test('a quick one is answered with its result', async () => {
    const server = await open({ 'operations-inline-wait': '10', 'operations-work': true });
    expect(await server.call('double', { n: 2 })).toMatchObject({ doubled: 4, isError: false });
    const failed = await server.call('fail');
    expect([failed['isError'], failed['text']]).toEqual([true, expect.stringContaining('It did not work')]);
  });

  test('nobody else sees, cancels or answers an operation, not even the same connection number elsewhere', async () => {
    const [one, other] = [await open(), await open()];
    const { operation_id: id } = await one.call('hold', {}, caller('ada'));
    const pipe: Session = { id: 'session-1' };
    const { operation_id: own } = await one.call('hold', {}, pipe);
    for (const [app, stranger] of [
      [other, caller('eve')],
      [one, caller('eve')],
      [other, pipe],
      [other, { id: 'principal ada' }],
    ] as const) {
      expect(await app.call('status', {}, stranger)).toMatchObject({ total: 0 });
      for (const secret of [id, own]) {
        expect((await app.call('status', { id: secret }, stranger))['text']).toMatch(/not found/);
        expect((await app.call('cancel', { id: secret }, stranger))['text']).toMatch(/not found/);
        expect((await ended(app, secret, stranger))['text']).toMatch(/not found/);
        expect(await app.tasks.answer(stranger, String(secret), { question_1: { action: 'accept' } })).toBe(
          false,
        );
      }
    }
    expect(await one.call('status', {}, pipe)).toMatchObject({ active: 1 });
  });

  test('progress is seen from any server, and a cancellation reaches the worker at once', async () => {
    const [one, other, crew] = [await open(), await open(), await open()];
    crew.worker();
    const { operation_id: id } = await one.call('hold');
    await began('hold');
    let shown: Record<string, unknown> = {};
    while (!JSON.stringify(shown).includes('half way')) shown = await other.call('status', { id });
    await other.call('cancel', { id, reason: 'changed my mind' });
    while (!did.includes('hold aborted')) await delay(10);
    expect(await ended(one, id)).toMatchObject({
      finished: [{ state: 'Cancelled', reason: 'changed my mind' }],
    });
  });

  test('what waits can be cancelled, and is then never run', async () => {
    const [server, crew] = [await open(), await open()];
    const { operation_id: id } = await server.call('hold');
    await server.call('cancel', { id });
    crew.worker();
    await server.call('double', { n: 1 });
    while ((await server.call('status', {}))['active'] !== 0) await delay(10);
    expect(did).toEqual([]);
  });

  test('a question is answered through any server, and a wrong answer is asked for again', async () => {
    const [one, other, crew] = [await open(), await open(), await open()];
    crew.worker();
    const asker = follower('ada');
    const { operation_id } = await one.call('ask', {}, asker);
    const id = String(operation_id);
    const questions = async (): Promise<string[]> =>
      Object.keys((await other.tasks.find(asker, id))!.questions);
    while (!(await questions()).length) await delay(10);
    expect((await other.tasks.find(asker, id))!.status).toBe('input_required');
    expect(await other.engine.load()).toMatchObject({ running: 1, asking: 1, workers: 1, slots: 16 });
    await other.tasks.answer(asker, id, { question_1: { action: 'accept', content: { colour: 3 } } });
    while ((await questions())[0] !== 'question_1_2') await delay(10);
    await one.tasks.answer(asker, id, { question_1_2: { action: 'accept', content: { colour: 'red' } } });
    expect(await ended(other, id, asker)).toMatchObject({
      finished: [{ result: { data: { colour: 'red' } } }],
    });
  });

  test('a client that is asked directly is asked by its own server', async () => {
    const [server, crew] = [await open(), await open()];
    crew.worker();
    const asked: string[] = [];
    const asker = caller('ada', {
      ask: async ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { colour: 'blue' } };
      },
    });
    const { operation_id: id } = await server.call('ask', {}, asker);
    expect(await ended(server, id, asker)).toMatchObject({
      finished: [{ result: { data: { colour: 'blue' } } }],
    });
    expect(asked).toEqual(['Which colour?']);
    const gone = caller('bob', { ask: () => Promise.reject(new Error('the client has gone')) });
    const { operation_id: other } = await server.call('ask', {}, gone);
    const { text } = await ended(server, other, gone);
    expect(text).toMatch(/Failed.*\n.*the client has gone/);
  });

  test('the caller narrows what its call may do on the worker too', async () => {
    const [server, crew] = [await open(), await open()];
    crew.worker();
    const grant = { allows: (name: string) => name !== 'forbidden', roots: ['/srv/ada'] };
    const ada = caller('ada', { grant, client: { name: 'desk', version: '1' } });
    const { operation_id: id } = await server.call('who', {}, ada);
    expect(await ended(server, id, ada)).toMatchObject({
      finished: [
        {
          result: {
            data: {
              principal: 'ada',
              roots: ['/srv/ada'],
              client: 'desk',
              granted: [true, false],
              inner: 'Unknown tool: forbidden',
            },
          },
        },
      ],
    });
  });

  test('a large result is returned whole by its id, and only named in lists', async () => {
    const server = await open({ 'operations-work': true });
    const { operation_id: id } = await server.call('big', { n: 200_000 });
    const waited = await ended(server, id);
    expect(waited['text']).toContain('x'.repeat(200_000));
    expect((await server.engine.list({ caller: 'principal ada' })).at(-1)).toMatchObject({
      result: { content: [{ text: expect.stringContaining(`${id} has 200`) }] },
    });
  });

  test('when a worker is lost, what is idempotent runs again, and the rest fails and says so', async () => {
    const network = await SlowNetwork.open(redis.port);
    const dying = await sharingApp(`redis://127.0.0.1:${network.port}`, tools());
    apps.push(dying);
    const [server, crew] = [await open(), await open()];
    dying.worker();
    const [again, once] = [await server.call('hold_again'), await server.call('hold')];
    await Promise.all([began('hold_again'), began('hold')]);
    network.close();
    held.clear();
    crew.worker();
    await began('hold_again');
    held.get('hold_again')!();
    expect(await ended(server, again['operation_id'])).toMatchObject({
      finished: [{ state: 'Completed', result: { text: 'held again' } }],
    });
    const failed = await ended(server, once['operation_id']);
    expect(failed['text']).toMatch(
      /Failed .*\(its worker .* was lost\)\n.*hold is not declared idempotent, so it is not run again; it may have done part of its work/,
    );
    expect(did.filter((line) => line === 'hold begun')).toHaveLength(1);
  });

  test('a worker that ends hands back what may run again, and says what may not', async () => {
    const [server, leaving, crew] = [await open(), await open(), await open()];
    const worker = leaving.worker();
    const [again, once] = [await server.call('hold_again'), await server.call('hold_or_fail')];
    const { operation_id: done } = await server.call('hold');
    await Promise.all([began('hold_again'), began('hold_or_fail'), began('hold')]);
    await worker.close(50);
    expect(did).toEqual(
      expect.arrayContaining(['hold aborted', 'hold_or_fail aborted', 'hold_again aborted']),
    );
    // What it returned when it was told to end is not lost.
    expect(await ended(server, done)).toMatchObject({
      finished: [{ state: 'Completed' }],
    });
    expect((await ended(server, once['operation_id']))['text']).toMatch(
      /Failed.*\n.*was stopped before it ended. It may have done part/,
    );
    held.clear();
    crew.worker();
    await began('hold_again');
    held.get('hold_again')!();
    expect(await ended(server, again['operation_id'])).toMatchObject({ finished: [{ state: 'Completed' }] });
  });

  test('a worker with other rules leaves an operation to others', async () => {
    const [server, other] = [await open(), await open({ consent: 'deny' })];
    other.worker();
    const { operation_id: id } = await server.call('double', { n: 1 });
    await lookedAt(id);
    expect(await server.call('status', { id })).toMatchObject({ operations: [{ state: 'Pending' }] });
    const right = await open();
    right.worker();
    expect(await ended(server, id)).toMatchObject({ finished: [{ state: 'Completed' }] });
  });

  // Each process follows its own file, and an operation is run under the rules that its server had when it accepted it.
  const withFile = async (queue: string, settings: object) => {
    const config = join(temporaryDirectory('tw-changed'), 'toolwright.yaml');
    writeFileSync(config, JSON.stringify(settings));
    const app = await open({ config, 'operations-queue': queue });
    const change = async (changed: object): Promise<void> => {
      const before = configInForce(app.open.setup);
      writeFileSync(config, JSON.stringify(changed));
      while (configInForce(app.open.setup) === before) await delay(10);
    };
    return { ...app, change };
  };

  test.each([
    ['consent', { consent: 'deny' }, { consent: 'literal' }],
    ['roots', { roots: ['/'] }, { roots: ['/tmp'] }],
    ['read_only', { read_only: true }, { read_only: false }],
    ['tools', { tools: { hold: { timeout: 5 } } }, { tools: { hold: { timeout: 6 } } }],
    ['limits', { limits: { processes: 50 } }, { limits: { processes: 60 } }],
  ])(
    'a changed rule holds between servers and workers as soon as it is in force: %s',
    async (name, before, after) => {
      const queue = `changed-${name}`;
      const [server, crew] = [await withFile(queue, before), await withFile(queue, before)];
      crew.worker();
      await server.change(after);
      const { operation_id: id } = await server.call('double', { n: 1 });
      await lookedAt(id, queue);
      expect(await server.call('status', { id })).toMatchObject({ operations: [{ state: 'Pending' }] });
      await crew.change(after);
      crew.worker();
      expect(await ended(server, id)).toMatchObject({ finished: [{ state: 'Completed' }] });
    },
  );

  test.each([
    ['web', {}, { web: { allow_private: true } }],
    ['answer_budget', {}, { tools: { hold: { answer_budget: 500 } } }],
  ])('one that waits for a restart changes nothing before: %s', async (name, before, after) => {
    const queue = `waiting-${name}`;
    const [server, crew] = [await withFile(queue, before), await withFile(queue, before)];
    crew.worker();
    await server.change(after);
    const { operation_id: id } = await server.call('double', { n: 1 });
    expect(await ended(server, id)).toMatchObject({ finished: [{ state: 'Completed' }] });
  });

  test('what a newer version stored is left to newer workers, and fails with that reason if there are none', async () => {
    const [server, crew] = [
      await open({ 'operations-queue': 'newer' }),
      await open({ 'operations-queue': 'newer' }),
    ];
    const { operation_id: id } = await server.call('double', { n: 1 });
    const key = `toolwright:{newer}:op:${String(id)}`;
    const connection = new RedisConnection({ address: redis.address, log: silentLogger });
    await connection.run((client) => client.hset(key, 'v', '2'));
    crew.worker();
    await lookedAt(id, 'newer');
    expect(await server.call('status', { id })).toMatchObject({ operations: [{ state: 'Pending' }] });
    await connection.run((client) => client.hset(key, 'createdAt', '1'));
    expect((await ended(server, id))['text']).toMatch(
      /Failed.*\n.*a newer version of the server stored it \(version 2; the workers read 1\)/,
    );
    connection.close();
  });

  test('a process that is no server takes nothing from the queue, though its configuration says that servers work', async () => {
    const looker = await sharingApp(redis.address, tools(), { 'operations-work': true }, false);
    apps.push(looker);
    await (await open()).call('double', { n: 1 });
    expect((await looker.call('status', {}))['text']).toContain('no worker is there');
  });

  test('equal configurations count as equal, in whatever order they are written', async () => {
    const [server, crew] = await Promise.all(
      [
        { hold: { timeout: 5 }, double: { timeout: 6, enabled: true } },
        { double: { enabled: true, timeout: 6 }, hold: { timeout: 5 } },
      ].map((settings) => {
        const config = join(temporaryDirectory('tw-ordered'), 'toolwright.yaml');
        writeFileSync(config, JSON.stringify({ tools: settings }));
        return open({ config, 'operations-queue': 'ordered' });
      }),
    );
    crew!.worker();
    const { operation_id: id } = await server!.call('double', { n: 1 });
    expect(await ended(server!, id)).toMatchObject({ finished: [{ state: 'Completed' }] });
  });

  test('arguments are not kept when an operation has ended', async () => {
    const server = await open({ 'operations-work': true });
    const { operation_id: id } = await server.call('double', { n: 123_454_321 });
    await ended(server, id);
    const kept = await inRedis((client) => client.hgetall(`toolwright:{shop}:op:${String(id)}`));
    expect(Object.keys(kept)).not.toContain('args');
    expect(kept['request']).not.toContain('123454321');
  });

  test('what is broken in Redis is left out, and stops nobody', async () => {
    const [server, crew] = [await open(), await open()];
    const first = await server.call('double', { n: 1 });
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await server.call('double', { n: 1 }))['operation_id']),
    );
    const key = (id: unknown): string => `toolwright:{shop}:op:${String(id)}`;
    const prefix = 'toolwright:{shop}:';
    await inRedis(async (client) => {
      await client.hset(key(ids[0]), 'request', '{broken');
      await client.hset(key(ids[1]), 'state', 'Odd');
      await client.set(key(ids[2]), 'no hash');
      await client.hset(`${prefix}op:half`, 'attempt', '1', 'again', '0');
      await client.set(`${prefix}op:text`, 'text');
      await client.zadd(`${prefix}running`, 1, 'half', 1, 'text');
      await client.zadd(`${prefix}waiting`, 1, 'text');
      await client.zadd(`${prefix}workers`, Date.now() + 60_000, 'odd');
      await client.hset(`${prefix}crew`, 'odd', '{broken');
    });
    const listed = await server.engine.list({ caller: 'principal ada' });
    expect(listed.map(({ id }) => id)).toContain(first['operation_id']);
    for (const id of ids) expect(listed.map((each) => each.id)).not.toContain(id);
    expect((await server.call('status', {}))['isError']).toBe(false);
    const running = () => inRedis((client) => client.zrangebyscore(`${prefix}running`, '-inf', '+inf'));
    while ((await running()).some((id) => id === 'half' || id === 'text')) await delay(50);
    crew.worker();
    expect(await ended(server, first['operation_id'])).toMatchObject({ finished: [{ state: 'Completed' }] });
    await inRedis((client) => client.del(`${prefix}crew`, `${prefix}workers`, ...ids.map(key)));
  });

  test('whoever follows an operation that is forgotten hears that it is gone', async () => {
    const server = await open();
    let told = (_state: string): void => undefined;
    const over = new Promise<string>((resolve) => (told = resolve));
    const request = { tool: 'double', args: { n: 1 }, caller: { id: 'principal ada' } };
    const { id } = await server.engine.start(request, (operation) => {
      if (isFinal(operation)) told(operation.state);
      throw new Error('a listener that fails');
    });
    server.engine.follow(id, () => undefined);
    await inRedis(async (client) => {
      await client.del(`toolwright:{shop}:op:${id}`);
      await client.publish(`toolwright:{shop}:up:${id}`, 'changed');
    });
    expect(await over).toBe('Failed');
  });

  test('a question is withdrawn when its operation ends', async () => {
    const [server, crew] = [await open(), await open()];
    crew.worker();
    let asked = (_signal: AbortSignal): void => undefined;
    const question = new Promise<AbortSignal>((resolve) => (asked = resolve));
    const ask: Session['ask'] = (_question, signal) => {
      asked(signal!);
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('withdrawn'))),
      );
    };
    const ada = caller('ada', { ask });
    const { operation_id: id } = await server.call('ask', {}, ada);
    const signal = await question;
    expect(signal.aborted).toBe(false);
    await server.engine.cancel(String(id));
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
  });

  test('while Redis is away calls fail with a clear error, and what was accepted goes on when it is back', async () => {
    const [server, crew] = [await open(), await open()];
    crew.worker();
    const { operation_id: id } = await server.call('hold');
    await began('hold');
    await redis.kill();
    for (const name of ['double', 'status']) {
      const { result, isError } = await server.open.registry.call(
        name,
        {},
        { door: 'client', session: caller('ada') },
      );
      expect([isError, JSON.stringify(result)]).toEqual([
        true,
        expect.stringContaining("can't be reached at the moment"),
      ]);
      expect(JSON.stringify(result)).not.toContain('127.0.0.1');
    }
    held.get('hold')!();
    await redis.begin();
    expect(await ended(server, id)).toMatchObject({
      finished: [{ state: 'Completed', result: { text: 'held' } }],
    });
    expect(did.filter((line) => line === 'hold begun')).toHaveLength(1);
  });

  test('what ends while Redis takes no writes is written down once it does', async () => {
    const [server, crew] = [await open(), await open()];
    crew.worker();
    const { operation_id: id } = await server.call('hold');
    await began('hold');
    await inRedis((client) => client.config('SET', 'min-replicas-to-write', '1'));
    const refused = await server.open.registry.call('double', {}, { door: 'client', session: caller('ada') });
    expect([refused.isError, JSON.stringify(refused.result)]).toEqual([
      true,
      expect.stringContaining("can't be reached at the moment"),
    ]);
    held.get('hold')!();
    // Longer than the lease, so that nothing but what was returned can end it.
    await delay(2_000);
    await inRedis((client) => client.config('SET', 'min-replicas-to-write', '0'));
    expect(await ended(server, id)).toMatchObject({
      finished: [{ state: 'Completed', result: { text: 'held' } }],
    });
  });

  test('a worker that finds Redis again later than others keeps what it runs', async () => {
    const lease = { 'operations-lease': '2', 'operations-queue': 'late' };
    const network = await SlowNetwork.open(redis.port);
    const late = await sharingApp(`redis://127.0.0.1:${network.port}`, tools(), lease);
    apps.push(late);
    const server = await open(lease);
    late.worker();
    const { operation_id: id } = await server.call('hold');
    await began('hold');
    network.cut();
    await redis.kill();
    await delay(1_000);
    await redis.begin();
    await delay(2_500);
    network.mend();
    // Until its lease is renewed, and for as long as the next sweeps take.
    await delay(3_000);
    held.get('hold')!();
    expect(await ended(server, id)).toMatchObject({
      finished: [{ state: 'Completed', result: { text: 'held' } }],
    });
    expect(did).not.toContain('hold aborted');
    network.close();
  });

  test('a full queue refuses, and says so', async () => {
    const server = await open({ 'operations-max-queued': '2', 'operations-queue': 'narrow' });
    await server.call('double');
    await server.call('double');
    expect(await server.call('double')).toMatchObject({
      isError: true,
      text: expect.stringContaining('operations_full'),
    });
    expect(await server.engine.load()).toMatchObject({ waiting: 2, maxWaiting: 2, workers: 0, slots: 0 });
  });

  test('old results are forgotten by number and by size, each caller for itself', async () => {
    const server = await open({
      'operations-keep': '2',
      'operations-work': true,
      'operations-queue': 'small',
      'operations-keep-bytes': '1000',
    });
    const eve = await server.call('double', { n: 1 }, caller('eve'));
    await ended(server, eve['operation_id'], caller('eve'));
    const ids: unknown[] = [];
    for (let n = 0; n < 3; n++) {
      const { operation_id: id } = await server.call('big', { n: 800 });
      await ended(server, id);
      ids.push(id);
    }
    expect(await server.call('status', {})).toMatchObject({ total: 2 });
    expect((await ended(server, ids[1]))['text']).toMatch(/was dropped to make room/);
    expect((await ended(server, ids[2]))['text']).toMatch(/x{800}/);
    expect(await server.call('status', {}, caller('eve'))).toMatchObject({ total: 1 });
  });
});

// A client that follows tasks sees questions there.
function follower(name: string): Session {
  const session = {
    ...caller(name),
    capabilities: { elicitation: {} },
    asksInReply: false,
    hearsEnd: false,
    ask: () => Promise.reject(new Error('asked elsewhere')),
    inBackground: (questions: { ask: (...args: unknown[]) => unknown }) => ({
      ...session,
      ask: () => questions.ask(),
    }),
  };
  return session as unknown as Session;
}
