import { join } from 'node:path';
import { TestRedis } from '../support/redis';
import { COMMAND, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const APP = join(__dirname, '..', 'fixtures', 'app', 'stuck.cjs');
const SERVED = { 'serveStdio(app)': [APP], 'toolwright serve': [COMMAND, 'serve', '--app', APP] };

type Way = 'SIGTERM' | 'SIGINT' | 'EOF';

const running: ServerProcess[] = [];
let redis: TestRedis | undefined;
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  await redis?.kill();
});

function started(run: readonly string[] = [APP], env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess([], { run, env, cwd: temporaryDirectory('toolwright-stuck') });
  running.push(server);
  return server;
}

async function printed(server: ServerProcess, text: string): Promise<void> {
  while (!server.stderr.includes(text))
    await new Promise((resolve) => server.child.stderr.once('data', resolve));
}

async function stuckIn(tool: string, run?: readonly string[]): Promise<ServerProcess> {
  const server = started(run);
  await server.initialize();
  await server.call('quick');
  server.call(tool).catch(() => undefined);
  await printed(server, `begun ${tool}`);
  return server;
}

function end({ child }: ServerProcess, way: Way): void {
  if (way === 'EOF') child.stdin.end();
  else child.kill(way);
}

function callOver(url: string, name: string): Promise<Response> {
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, _meta } });
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': revision,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  };
  return fetch(url, { method: 'POST', headers, body });
}

describe.each(Object.entries(SERVED))('%s', (_, run) => {
  test.each<[Way, string]>([
    ['SIGTERM', 'loop'],
    ['SIGINT', 'regex'],
    ['SIGTERM', 'asleep'],
    ['EOF', 'loop'],
  ])('%s ends a server whose tool never gives its thread back (%s)', async (way, tool) => {
    const server = await stuckIn(tool, run);
    end(server, way);
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const asked = way === 'EOF' ? 'The client closed stdin' : `${way} came`;
    expect(server.stderr).toContain(`stuck: ${asked}, and ${tool} did not give the thread back`);
    // What a hook and a step do before they wait for anything is done.
    expect(server.stderr).toContain('hook ran\nstep ran\n');
  });
});

test.each<Exclude<Way, 'EOF'>>(['SIGTERM', 'SIGINT'])(
  '%s ends a server whose very first call never gives the thread back',
  async (way) => {
    const server = started();
    await server.initialize();
    server.call('loop').catch(() => undefined);
    await printed(server, 'begun loop');
    server.child.kill(way);
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  },
);

test('says where the thread is', async () => {
  const server = await stuckIn('loop');
  end(server, 'SIGTERM');
  await server.exited;
  expect(server.stderr).toMatch(
    /did not give the thread back \(\S+stuck\.cjs:\d+:\d+\) within 0\.2 s; the process is killed/,
  );
});

test('a second signal does not wait for the grace period', async () => {
  const server = await stuckIn('loop', [APP, '--operations-grace', '60']);
  const timer = setInterval(() => server.child.kill('SIGTERM'), 50);
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  clearInterval(timer);
});

test('ends while a tool waits for the system; what has to run on its thread is left out', async () => {
  const server = await stuckIn('system');
  end(server, 'SIGTERM');
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(server.stderr).toContain('SIGTERM came, and system did not give the thread back within 0.2 s');
  expect(server.stderr).not.toContain('hook ran');
});

test('what a client sends while the thread is busy is neither lost nor taken out of order', async () => {
  const server = started([join(__dirname, '..', 'fixtures', 'app', 'busy.cjs')]);
  await server.initialize();
  const answers = [server.call('busy')];
  await printed(server, 'begun');
  // They come while the thread is busy, a few for each look at what the client sent.
  for (let number = 0; number < 40; number++) {
    answers.push(server.call('number', { number }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const texts = (await Promise.all(answers)).map(({ result }) => JSON.stringify(result!['content']));
  expect(texts.slice(1).map((text) => Number(/\d+/.exec(text)![0]))).toEqual([...Array(40).keys()]);
  const order = server.messages.filter(({ id }) => typeof id === 'number').map(({ id }) => id as number);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(await server.end()).toEqual({ code: 0, signal: null });
  expect(server.stderr).toBe('begun\n');
});

test.each(['later', 'promises'])(
  'EOF ends a server whose tool keeps the thread in a later turn (%s)',
  async (tool) => {
    const server = await stuckIn(tool);
    end(server, 'EOF');
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(server.stderr).toMatch(/thread (?:was not given )?back.* the process is killed/);
    expect(server.stderr).toContain('hook ran\nstep ran\n');
  },
);

test.each<[Way, string]>([
  ['SIGTERM', 'loop'],
  ['EOF', 'promises'],
])('%s ends a server whose close hook never gives the thread back (%s)', async (way, hook) => {
  const server = started([APP], { STUCK_CLOSE: hook });
  await server.initialize();
  end(server, way);
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(server.stderr).toContain('The end was asked for, and the thread was not given back');
  expect(server.stderr).toContain('hook ran\n');
  expect(server.stderr).toContain('step ran\n');
});

test('a close hook that only never ends is reported, and the process exits with 1', async () => {
  const server = started([APP], { STUCK_CLOSE: 'never' });
  await server.initialize();
  await server.call('quick');
  expect(await server.end()).toEqual({ code: 1, signal: null });
  expect(server.stderr).toContain('stuck: closing took longer than');
});

test('SIGTERM ends a server on HTTP whose tool never gives its thread back', async () => {
  const server = started([APP], { STUCK_OVER: 'http' });
  await printed(server, '/mcp');
  const url = /http:\S+\/mcp/.exec(server.stderr)![0];
  await callOver(url, 'quick');
  callOver(url, 'loop').catch(() => undefined);
  await printed(server, 'begun loop');
  end(server, 'SIGTERM');
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(server.stderr).toContain('stuck: SIGTERM came, and loop did not give the thread back');
});

test('SIGTERM ends a worker whose tool never gives its thread back', async () => {
  redis = await TestRedis.start();
  const shared = ['--app', APP, '--operations', redis.address];
  const env = { STUCK_OVER: 'worker' };
  const worker = started([COMMAND, 'worker', ...shared], env);
  const server = started([COMMAND, 'serve', ...shared, '--operations-inline-wait', '0'], env);
  await server.initialize();
  await server.call('loop');
  await printed(worker, 'begun loop');
  end(worker, 'SIGTERM');
  expect(await worker.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(worker.stderr).toContain('stuck: SIGTERM came, and loop did not give the thread back');
  await server.end();
});

test('a server whose calls have all ended exits as ever', async () => {
  const server = started();
  await server.initialize();
  await server.call('quick');
  end(server, 'SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stderr).toBe('begun quick\nhook ran\nstep ran\n');
});

describe('dev', () => {
  const dev = async (tool: string): Promise<ServerProcess> => {
    const server = started([COMMAND, 'dev', '--app', APP]);
    await server.initialize();
    server.call(tool).catch(() => undefined);
    await printed(server, `begun ${tool}`);
    return server;
  };

  test.each<Way>(['SIGTERM', 'EOF'])('%s ends it while a tool never gives its thread back', async (way) => {
    const server = await dev('loop');
    if (way === 'EOF') server.child.stdin.end();
    else server.child.kill(way);
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('no version outlives it, even if it is killed', async () => {
    const server = await dev('loop');
    server.child.kill('SIGKILL');
    // Its stderr is closed when the last version is gone.
    expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(server.stderr).toContain(
      'The process that started it is gone, and loop did not give the thread back',
    );
  });
});
