import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { needs } from '../support/needs';
import { TestRedis } from '../support/redis';
import { COMMAND, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { awaitedSpans, CLIENT_META, CLIENT_SPAN, CLIENT_TRACE, TRACING } from '../support/written-spans';

// A server and a worker as processes of their own, a Redis between them, and OpenTelemetry's SDK in both.
const APP = join(__dirname, '..', 'fixtures', 'telemetry', 'shared-app.cjs');

needs('redis').describe('an operation that runs on a worker', () => {
  let redis: TestRedis;
  let worker: ChildProcess;
  let workerEnded: Promise<unknown>;
  let server: ServerProcess;
  const directory = temporaryDirectory('tw-shared-trace');
  const file = join(directory, 'spans.jsonl');

  beforeAll(async () => {
    redis = await TestRedis.start();
    const env = { ...process.env, HOME: directory, SPANS_FILE: file };
    // However quick the worker is, the call is answered with the id of its operation.
    const options = ['--app', APP, '--operations', redis.address, '--operations-inline-wait', '0'];
    const words = ['--require', TRACING, COMMAND, 'worker', ...options];
    worker = spawn(process.execPath, words, { cwd: directory, env, stdio: 'ignore' });
    workerEnded = once(worker, 'exit');
    server = new ServerProcess([...options, '--prefix', ''], {
      cwd: directory,
      env: { HOME: directory, SPANS_FILE: file },
      run: ['--require', TRACING, COMMAND, 'serve'],
    });
    await server.initialize();
  });

  afterAll(async () => {
    await server.end();
    worker.kill();
    await workerEnded;
    await redis.kill();
  });

  test('is in the trace of the client that began it, with all that it calls, makes and starts there', async () => {
    const begun = await server.request('tools/call', { name: 'report', arguments: {}, _meta: CLIENT_META });
    expect(begun.error).toBeUndefined();
    const spans = await awaitedSpans(file, 5);
    const named = (name: string) => spans.find((span) => span.name === name);
    const door = named('tools/call report');
    const operation = named('execute_tool report');
    const run = named('execute_tool run');
    const command = named('execute_tool execute_command');
    const { pid } = server.child;
    expect(door).toMatchObject({ process: pid, kind: 1, parent: CLIENT_SPAN });
    expect(door!.attributes['toolwright.operation.id']).toEqual(expect.any(String));
    expect(operation).toMatchObject({ process: worker.pid, kind: 0, parent: door!.spanId });
    expect(operation!.attributes['toolwright.door']).toBe('operation');
    expect(named('of the author')).toMatchObject({ process: worker.pid, parent: operation!.spanId });
    expect(run).toMatchObject({ process: worker.pid, parent: operation!.spanId });
    expect(command).toMatchObject({ process: worker.pid, parent: run!.spanId });
    expect(spans).toHaveLength(5);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([CLIENT_TRACE]));
    const id = door!.attributes['toolwright.operation.id'];
    const ended = await server.call('await', { operation_id: id });
    expect(JSON.stringify(ended)).toContain(`00-${CLIENT_TRACE}-${command!.spanId}-01`);
  });

  test('of the next client is in the trace of that one, and linked to none', async () => {
    const before = (await awaitedSpans(file, 5)).length;
    await server.request('tools/call', { name: 'report', arguments: {} });
    const spans = (await awaitedSpans(file, before + 5)).slice(before);
    const [trace] = new Set(spans.map(({ traceId }) => traceId));
    expect(trace).not.toBe(CLIENT_TRACE);
    expect(spans.map(({ traceId, links }) => [traceId, links])).toEqual(spans.map(() => [trace, 0]));
  });
});
