// Several servers of one app with a Redis between them, each a process that can be killed, and the client of the runs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const VERSION = '2026-07-28';

/** Returns random numbers that a seed repeats (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function listens(port) {
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
        .once('connect', () => (socket.destroy(), resolve(true)))
        .once('error', () => resolve(false));
    });
    if (open) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on ${port}`);
}

/** One process that is started again after it was killed. */
class Member {
  kills = 0;
  constructor(name, port, args, env) {
    Object.assign(this, { name, port, args, env });
  }

  async start() {
    this.child = spawn(this.args[0], this.args.slice(1), {
      env: this.env,
      stdio: 'ignore',
    });
    await listens(this.port);
  }

  async kill() {
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.kills++;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

/** Starts a Redis and as many servers as asked for. */
export async function startFleet({
  servers,
  workers = 0,
  lease = 2,
  consent = 'literal',
  redis: withRedis = true,
  env: more = {},
}) {
  const directory = mkdtempSync(join(tmpdir(), 'tw-fleet-'));
  const ledger = join(directory, 'ledger');
  writeFileSync(ledger, '');
  const redisPort = await freePort();
  const env = { PATH: process.env.PATH, HOME: directory, LEDGER: ledger, ...more };
  const fixed = ['--save', '', '--appendonly', 'yes', '--loglevel', 'warning', '--dir', directory];
  const redis = new Member(
    'redis',
    redisPort,
    ['redis-server', '--port', redisPort, '--bind', '127.0.0.1', ...fixed].map(String),
    env,
  );
  const config = join(directory, 'toolwright.yaml');
  const store = withRedis
    ? `idempotency: { store: 'redis://127.0.0.1:${redisPort}', lease: ${lease} }\n`
    : '';
  writeFileSync(
    config,
    `prefix: ""\nconsent: ${consent}\n${store}clients: { state_secret: a-secret-of-all-servers }\n` +
      `http: { rate: 0, max_sessions: 100000, max_sessions_each: 100000, max_connections: 20000 }\nlog: { level: error }\n`,
  );
  if (workers) writeFileSync(config, `operations: 'redis://127.0.0.1:${redisPort}'\n`, { flag: 'a' });
  const members = [];
  for (let n = 0; n < servers; n++) {
    const port = await freePort();
    const command = [
      join(here, '..', '..', 'dist', 'bin', 'toolwright.js'),
      'serve',
      '--app',
      join(here, 'app.cjs'),
    ];
    members.push(
      new Member(
        `server ${n + 1}`,
        port,
        [process.execPath, ...command, '--config', config, '--http', String(port)],
        env,
      ),
    );
  }
  // A worker listens on nothing: it is there when Redis is.
  const hands = Array.from({ length: workers }, (_, n) => {
    const command = [
      join(here, '..', '..', 'dist', 'bin', 'toolwright.js'),
      'worker',
      '--app',
      join(here, 'app.cjs'),
    ];
    return new Member(`worker ${n + 1}`, redisPort, [process.execPath, ...command, '--config', config], env);
  });
  try {
    if (withRedis) await redis.start();
    await Promise.all([...members, ...hands].map((member) => member.start()));
  } catch (error) {
    await end();
    throw error;
  }
  async function end() {
    for (const member of [...members, ...hands, redis]) await member.kill();
    rmSync(directory, { recursive: true, force: true });
  }
  return {
    servers: members,
    workers: hands,
    redis,
    /** How often each effect happened. */
    effects() {
      const counts = new Map();
      for (const line of readFileSync(ledger, 'utf8').split('\n'))
        if (line) counts.set(line, (counts.get(line) ?? 0) + 1);
      return counts;
    },
    end,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Calls a tool in revision 2026-07-28; rejects if the connection breaks, which `cutAfter` milliseconds does on purpose. */
export function callTool(server, name, args, { key, cutAfter, ...more } = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    ...(key !== undefined && { 'toolwright/idempotencyKey': key }),
  };
  const params = { name, arguments: args, ...more, _meta: meta };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port: server.port,
        host: '127.0.0.1',
        path: '/mcp',
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': VERSION,
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('error', reject).on('end', () => {
          try {
            const json = text.startsWith('{') ? text : text.split('data: ').at(-1);
            const { result, error } = JSON.parse(json);
            if (error) resolve({ error });
            else resolve(result);
          } catch {
            reject(new Error(`no answer: ${text.slice(0, 200)}`));
          }
        });
      },
    );
    if (cutAfter !== undefined) setTimeout(() => sent.destroy(new Error('cut')), cutAfter);
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within a minute')));
    sent.on('error', reject).end(body);
  });
}

/** Kills one server after another at random times, and starts each again, until the returned function is called. */
export function killAtRandom(servers, random, meanMs) {
  let over = false;
  const loop = (async () => {
    while (!over) {
      await sleep(meanMs * (0.5 + random()));
      if (over) break;
      const victim = servers[Math.floor(random() * servers.length)];
      await victim.kill();
      await victim.start();
    }
  })();
  return async () => {
    over = true;
    await loop;
  };
}

/** Runs work for each number below a count, so many at once. */
export async function concurrently(count, atOnce, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
