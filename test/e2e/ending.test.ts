import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SERVE, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const LIBRARY = join(__dirname, '..', '..', 'dist', 'index.js');

// What never settles, in each place where a server waits at its end.
const STUBBORN = `
  const { defineApp, defineTool, serveStdio, serveHttp } = require(${JSON.stringify(LIBRARY)});
  const never = new Promise(() => setInterval(() => {}, 1000));
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const app = defineApp({
    name: 'stubborn',
    config: { operations: { grace: 0 }, http: { drain: 1 } },
    tools: [defineTool({ name: 'never', description: 'Never end.', inputSchema, run: () => never })],
    close: () => never,
  });
  if (process.env.OVER === 'http')
    serveHttp(app, { listen: 0 }).then(({ url }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'never', _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} } } });
      const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call', 'mcp-name': 'never' };
      fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), 500);
    });
  else serveStdio(app);
`;
const LINES = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"never"}}',
];

test.each(['stdio', 'http'])('%s: a tool and a close hook that never end do not hold the end up', (over) => {
  const { signal, status, stderr } = spawnSync(process.execPath, ['-e', STUBBORN], {
    encoding: 'utf8',
    cwd: temporaryDirectory('toolwright-ending'),
    input: `${LINES.join('\n')}\n`,
    env: { ...process.env, OVER: over },
    timeout: 45_000,
    killSignal: 'SIGKILL',
  });
  expect([signal, status]).toEqual([null, 1]);
  expect(stderr).toContain('stubborn: closing took longer than 1.5 s; the process ends without it');
});

// The same with nothing that would keep the process: neither a timer nor a socket.
const IDLE = `
  const { defineApp, defineTool, serveStdio, serveHttp, Tool, ToolArguments } = require(${JSON.stringify(LIBRARY)});
  const never = () => new Promise(() => {});
  class Store {}
  class Needing { constructor(store) { this.store = store; } run() { return 'done'; } }
  Tool({ args: class Args extends ToolArguments {}, description: 'Needs a store.', inject: [Store] })(Needing);
  const config = { operations: { grace: 0 }, http: { drain: 1 }, strict: process.env.HOOK === 'services' };
  const hooks = process.env.HOOK === 'onClose' ? { start: ({ onClose }) => onClose(never) } : { [process.env.HOOK]: never };
  const app = defineApp({ name: 'idle', tools: [Needing], config, ...hooks });
  if (process.env.OVER === 'http')
    serveHttp(app, { listen: 0 }).then(() => setTimeout(() => process.kill(process.pid, 'SIGTERM'), 300));
  else serveStdio(app);
`;

test.each([
  ['stdio', 'close', 'closing took longer than 1.5 s; the process ends without it'],
  ['stdio', 'onClose', 'closing took longer than 1.5 s; the process ends without it'],
  ['http', 'close', 'closing took longer than 1.5 s; the process ends without it'],
  ['stdio', 'services', 'ended before it was served: a hook or a module waits for a promise'],
  ['http', 'services', 'ended before it was served: a hook or a module waits for a promise'],
])('%s: a server does not end without a word because `%s` waits for nothing at all', (over, hook, said) => {
  const { signal, status, stderr } = spawnSync(process.execPath, ['-e', IDLE], {
    encoding: 'utf8',
    cwd: temporaryDirectory('toolwright-ending'),
    input: `${LINES[0]}\n`,
    env: { ...process.env, OVER: over, HOOK: hook },
    timeout: 45_000,
    killSignal: 'SIGKILL',
  });
  expect(stderr).toContain(`idle: ${said}`);
  expect([signal, status]).toEqual([null, 1]);
});

// More than a pipe holds, so that most of it is still to be written when the input has ended.
const LARGE = `
  const { defineApp, defineTool, serveStdio } = require(${JSON.stringify(LIBRARY)});
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const description = 'A long description. '.repeat(100);
  const tools = Array.from({ length: 300 }, (_, n) => defineTool({ name: 'tool_' + n, description, inputSchema, run: () => n }));
  serveStdio(defineApp({ name: 'large', tools, config: { operations: { grace: 20 } } }));
`;

test('what was asked before the end of the input is answered whole, though it is read late', () => {
  // A pipe of the shell's holds less than one that Node makes.
  const { stdout } = spawnSync('sh', ['-c', '"$NODE" -e "$SERVER" | (sleep 0.5; cat)'], {
    encoding: 'utf8',
    cwd: temporaryDirectory('toolwright-ending'),
    input: `${LINES[0]}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n`,
    env: { ...process.env, NODE: process.execPath, SERVER: LARGE },
  });
  const [, list] = stdout.trim().split('\n');
  const { result } = JSON.parse(list!) as { result: { tools: { name: string }[] } };
  expect(result.tools.filter(({ name }) => name.startsWith('tool_'))).toHaveLength(300);
});

// Says which of its calls it has begun.
const BUSY = `
  const { defineApp, defineTool, serveStdio } = require(${JSON.stringify(LIBRARY)});
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const run = () => {
    process.stderr.write('begun\\n');
    return new Promise((resolve) => setTimeout(resolve, 400, 'done'));
  };
  serveStdio(defineApp({ name: 'busy', config: { operations: { grace: 20 } }, tools: [defineTool({ name: 'slow', description: 'Wait.', inputSchema, run })] }));
`;

test('each of many calls is answered when a signal comes: carried out, or refused without being begun', async () => {
  const server = new ServerProcess([], { run: ['-e', BUSY], cwd: temporaryDirectory('toolwright-ending') });
  await server.initialize();
  const calls = Array.from({ length: 250 }, () => server.call('slow'));
  while (!server.stderr.includes('begun'))
    await new Promise((resolve) => server.child.stderr.once('data', resolve));
  server.child.kill('SIGTERM');
  const replies = await Promise.all(calls);
  const refused = replies.filter(({ error }) => error?.code === -32000);
  for (const { error } of refused)
    expect(error!.message).toMatch(/is ending; this request was not carried out/);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(refused.length).toBeGreaterThan(0);
  expect(server.stderr.match(/begun/g)).toHaveLength(calls.length - refused.length);
  expect(replies.filter(({ result }) => result)).toHaveLength(calls.length - refused.length);
});

// What never gives the thread back; test/deep/stuck-thread tries more of it.
test.each<NodeJS.Signals | 'EOF'>(['SIGTERM', 'EOF'])(
  '%s ends a server whose very first call never gives the thread back',
  async (way) => {
    const server = new ServerProcess([], {
      run: [join(__dirname, '..', 'fixtures', 'app', 'stuck.cjs')],
      cwd: temporaryDirectory('toolwright-ending'),
    });
    await server.initialize();
    server.call('loop').catch(() => undefined);
    while (!server.stderr.includes('begun loop'))
      await new Promise((resolve) => server.child.stderr.once('data', resolve));
    if (way === 'EOF') server.child.stdin.end();
    else server.child.kill(way);
    const { signal } = await server.exited;
    expect([way, 'SIGKILL']).toContain(signal);
    if (way === 'EOF')
      expect(server.stderr).toContain('The client closed stdin, and loop did not give the thread back');
  },
);

// Nothing can be made or written there, each time in another way.
test.each(['/proc/nowhere/deep/server.log', '/proc/version', '/proc/self/comm', '/dev/full', '/sys/x/y.log'])(
  'a log at %s stops neither the calls nor the end',
  (file) => {
    const { signal, status, stdout } = spawnSync(
      process.execPath,
      [...SERVE, '--log-level', 'trace', '--log-file', file],
      {
        cwd: temporaryDirectory('toolwright-ending'),
        input: `${LINES[0]}\n{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"guide_echo","arguments":{"message":"hi"}}}\n`,
        encoding: 'utf8',
        timeout: 45_000,
        killSignal: 'SIGKILL',
      },
    );
    expect([signal, status]).toEqual([null, 0]);
    expect(stdout).toContain('Echo: hi');
  },
);

test('settings that nothing can be written to do not hang a start', async () => {
  const server = new ServerProcess([], {
    cwd: temporaryDirectory('toolwright-ending'),
    env: { XDG_CONFIG_HOME: '/proc/nowhere/deep' },
  });
  await server.initialize();
  expect((await server.toolNames()).length).toBeGreaterThan(20);
  server.child.kill('SIGTERM');
  await server.exited;
});
