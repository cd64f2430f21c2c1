/* global AbortSignal */
// The processes of the chaos run: Redis, a slow network before it, servers and workers; and one way to call a server.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const command = join(here, '..', '..', 'dist', 'bin', 'toolwright.js');
const MODERN = '2026-07-28';

/** Ends a process as a crash would. */
export async function kill(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Starts Redis, with what it had if the directory has anything. */
export async function startRedis(port, directory) {
  const words = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
    '--save',
    '',
    '--appendonly',
    'yes',
  ];
  const child = spawn('redis-server', [...words, '--appendfsync', 'always'].map(String), { stdio: 'ignore' });
  while (!(await takes(port))) await delay(20);
  return child;
}

/** Leads connections to a port, each part of what is sent after a delay. */
export async function slowNetwork(to, delayMs) {
  const pass = (from, other) => {
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      const due = Date.now() + delayMs();
      last = last
        .then(() => delay(Math.max(0, due - Date.now())))
        .then(() => other.destroyed || other.write(bytes));
    });
    from.on('close', () => other.destroy());
    from.on('error', () => undefined);
  };
  const server = createServer((socket) => {
    const other = connect(to, '127.0.0.1');
    pass(socket, other);
    pass(other, socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: server.address().port, close: () => server.close() };
}

/** Starts a server or a worker of the app. */
export function start(role, { redisPort, directory, httpPort, more = [] }) {
  const words = ['--app', join(here, 'app.cjs'), '--operations', `redis://127.0.0.1:${redisPort}`, ...more];
  const http = [
    '--http',
    `127.0.0.1:${httpPort}`,
    '--http-tokens',
    join(directory, 'tokens'),
    '--http-rate',
    '0',
  ];
  const env = { ...process.env, CHAOS_JOURNAL: join(directory, 'journal') };
  const args = [command, role, ...words, '--log-level', 'error', ...(role === 'serve' ? http : [])];
  return spawn(process.execPath, args, { cwd: directory, env, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Writes the tokens of the callers. */
export function writeTokens(directory, callers) {
  const lines = callers.map(
    (name) => `${name} sha256:${createHash('sha256').update(tokenOf(name)).digest('hex')}\n`,
  );
  writeFileSync(join(directory, 'tokens'), lines.join(''), { mode: 0o600 });
}

const tokenOf = (name) => `token-of-${name}-which-nobody-guesses`;

/** Sends one request to a server for a caller; throws if the server is not there. */
export async function request(httpPort, caller, method, params, timeoutMs = 15_000) {
  const name = params.name ?? params.taskId;
  const response = await fetch(`http://127.0.0.1:${httpPort}/mcp`, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${tokenOf(caller)}`,
      'mcp-protocol-version': MODERN,
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('event-stream') ? lastEvent(text) : text;
  return JSON.parse(json);
}

const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'chaos', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {
    elicitation: { form: {} },
    extensions: { 'io.modelcontextprotocol/tasks': {} },
  },
};

const lastEvent = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .at(-1)
    .slice(5);

/** Waits until a port takes connections. */
export async function listening(port) {
  while (!(await takes(port))) await delay(50);
}

function takes(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });
}
