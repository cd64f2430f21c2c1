import { join } from 'node:path';
import { ask, begin, messagesOf, post } from '../support/http';
import { modernMeta } from '../support/modern';
import { COMMAND, ServerProcess, type Message } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const APP = join(__dirname, '..', 'fixtures', 'app', 'last-words.cjs');

// How a call of each lane looks; one with a reserved key in `_meta` is left to the SDK's server.
const LANES = {
  fast: {},
  sdk: { _meta: { 'io.modelcontextprotocol/other': 1 } },
  modern: { _meta: modernMeta() },
};
type Lane = keyof typeof LANES;
const lanes = Object.keys(LANES) as Lane[];

const running: ServerProcess[] = [];
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

function started(run: readonly string[] = [APP], env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess([], { run, env, cwd: temporaryDirectory('toolwright-last-words') });
  running.push(server);
  return server;
}

function called(server: ServerProcess, name: string, lane: Lane): Promise<Message> {
  return server.request('tools/call', { name, arguments: {}, ...LANES[lane] });
}

async function said(server: ServerProcess, text: string): Promise<void> {
  while (!server.stderr.includes(text))
    await new Promise((resolve) => server.child.stderr.once('data', resolve));
}

function end(server: ServerProcess, way: NodeJS.Signals | 'EOF'): void {
  if (way === 'EOF') server.child.stdin.end();
  else server.child.kill(way);
}

const WAYS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'EOF'] as const;

test.each(WAYS.flatMap((way) => lanes.map((lane) => [way, lane] as const)))(
  '%s: what a tool returns when its signal is aborted is sent (%s)',
  async (way, lane) => {
    const server = started();
    await server.initialize();
    const reply = called(server, 'obeys', lane);
    await said(server, 'begun obeys');
    end(server, way);
    expect((await reply).result).toMatchObject({ content: [{ text: 'stopped after 7 pages' }] });
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(server.stderr).toContain('hook ran');
  },
);

test.each(lanes)(
  'what throws or ignores its signal is answered as cancelled, inner calls as usual (%s)',
  async (lane) => {
    const server = started();
    await server.initialize();
    const names = ['waits', 'ignores', 'calls'] as const;
    const replies = names.map((name) => called(server, name, lane));
    for (const name of [...names, 'obeys']) await said(server, `begun ${name}`);
    end(server, 'SIGTERM');
    const [waits, ignores, calls] = (await Promise.all(replies)).map(({ result }) => JSON.stringify(result));
    expect(waits).toContain('The call was cancelled: the server is ending');
    expect(ignores).toContain('The call was cancelled: the server is ending');
    expect(calls).toContain('stopped after 7 pages');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  },
);

test.each(lanes)(
  'a call that its client has cancelled gets no reply at the end either (%s)',
  async (lane) => {
    const server = started();
    await server.initialize();
    const [cancelled, ignored] = [called(server, 'obeys', lane), called(server, 'ignores', lane)];
    void cancelled.catch(() => undefined);
    void ignored.catch(() => undefined);
    const reply = called(server, 'calls', lane);
    for (const name of ['obeys', 'ignores', 'calls']) await said(server, `begun ${name}`);
    for (const requestId of [2, 3]) server.notify('notifications/cancelled', { requestId });
    await server.request('ping');
    end(server, 'SIGTERM');
    await reply;
    await server.exited;
    expect(server.messages.map(({ id }) => id)).toEqual([1, 5, 4]);
  },
);

test.each(['SIGTERM', 'SIGINT'] as const)('%s over HTTP: both eras get what a tool returns', async (way) => {
  const server = started([APP], { OVER: 'http' });
  const url = await server.listening();
  const modern = ask(url, 'tools/call', { name: 'obeys', arguments: {} });
  const headers = await begin(url);
  // Its progress comes before the reply, so that both come as events.
  const params = { name: 'calls', arguments: {}, _meta: { progressToken: 'p' } };
  const legacy = post(url, { jsonrpc: '2.0', id: 7, method: 'tools/call', params }, headers).then(messagesOf);
  for (const name of ['obeys', 'calls']) await said(server, `begun ${name}`);
  end(server, way);
  expect((await modern).result).toMatchObject({ content: [{ text: 'stopped after 7 pages' }] });
  const [progress, reply] = await legacy;
  expect(progress).toMatchObject({ method: 'notifications/progress' });
  expect(JSON.stringify(reply!.result)).toContain('stopped after 7 pages');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stderr).toContain('hook ran');
});

test.each(WAYS)('%s ends `dev` in the same way', async (way) => {
  const server = started([COMMAND, 'dev', '--app', APP]);
  await server.initialize();
  const replies = lanes.map((lane) => called(server, 'obeys', lane));
  await server.request('ping');
  await said(server, 'begun obeys\nbegun obeys\nbegun obeys\n');
  end(server, way);
  for (const { result } of await Promise.all(replies))
    expect(result).toMatchObject({ content: [{ text: 'stopped after 7 pages' }] });
  expect((await server.exited).code).toBe(0);
});
