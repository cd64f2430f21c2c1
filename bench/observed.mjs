// What observing calls costs: CPU time of the server per call with nothing on, with metrics, traces and the audit, in turns.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;
const TRACING = join(ROOT, 'test/fixtures/telemetry/batch.cjs');
const ROUNDS = Number(process.argv[2] ?? 7);
const CALLS = { stdio: 20_000, http: 6_000 };
const folder = mkdtempSync(join(tmpdir(), 'tw-observed-'));
const otel = (part) => ({ node: ['--require', TRACING], env: { SAMPLED: part } });
const VARIANTS = {
  stdio: {
    off: {},
    'SDK registered, off': { ...otel('1'), args: ['--telemetry', 'off'] },
    'traces, 1 %': otel('0.01'),
    'traces, all': otel('1'),
    audit: { args: ['--audit', join(folder, 'audit')] },
  },
  http: {
    off: {},
    'SDK registered, off': { ...otel('1'), args: ['--telemetry', 'off'] },
    metrics: { args: ['--http-metrics', 'local'] },
    'metrics, traces 1 %': { ...otel('0.01'), args: ['--http-metrics', 'local'] },
    'metrics, traces all': { ...otel('1'), args: ['--http-metrics', 'local'] },
    audit: { args: ['--audit', join(folder, 'audit-http')] },
  },
};

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};
const call = (id) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'echo', arguments: { message: 'hello' } },
});
const cpu = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000; // ticks of 10 ms, in µs
};

function start({ node = [], env = {}, args = [] }, more) {
  const words = [
    ...node,
    join(ROOT, 'dist/bin/toolwright.js'),
    'serve',
    '--prefix',
    '',
    '--log-level',
    'error',
    ...args,
    ...more,
  ];
  return spawn(process.execPath, words, { cwd: folder, env: { ...process.env, HOME: folder, ...env } });
}

async function overStdio(variant) {
  const child = start(variant, []);
  let waiting = new Map();
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) waiting.get(JSON.parse(line).id)?.();
  });
  const send = (message) =>
    new Promise((resolve) => {
      waiting.set(message.id, resolve);
      child.stdin.write(`${JSON.stringify(message)}\n`);
    });
  await send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO });
  let next = 1;
  const run = async (count) => {
    waiting = new Map();
    for (let done = 0; done < count; done += 100)
      await Promise.all(Array.from({ length: 100 }, () => send(call(next++))));
  };
  return { pid: child.pid, run, end: () => child.stdin.end() };
}

async function overHttp(variant) {
  const child = start(variant, ['--http', '0']);
  let said = '';
  const url = await new Promise((resolve) =>
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/[^\s]+\/mcp/.exec(said);
      if (found) resolve(new URL(found[0]));
    }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let session;
  const send = (message) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session && { 'mcp-session-id': session }),
      };
      const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
        session ??= answer.headers['mcp-session-id'];
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end(JSON.stringify(message));
    });
  await send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO });
  let next = 1;
  const run = async (count) => {
    for (let done = 0; done < count; done += 50)
      await Promise.all(Array.from({ length: 50 }, () => send(call(next++))));
  };
  return { pid: child.pid, run, end: () => (agent.destroy(), child.kill()) };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

for (const [transport, open] of [
  ['stdio', overStdio],
  ['http', overHttp],
]) {
  const servers = [];
  for (const [name, variant] of Object.entries(VARIANTS[transport])) {
    const server = await open(variant);
    await server.run(CALLS[transport]);
    servers.push({ name, server, costs: [] });
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const { server, costs } of servers) {
      const before = cpu(server.pid);
      await server.run(CALLS[transport]);
      costs.push((cpu(server.pid) - before) / CALLS[transport]);
    }
  const base = median(servers[0].costs);
  for (const { name, server, costs } of servers) {
    const cost = median(costs);
    console.log(
      `${transport.padEnd(6)} ${name.padEnd(22)} ${cost.toFixed(1).padStart(7)} µs  ${((cost / base - 1) * 100).toFixed(1).padStart(6)} %`,
    );
    server.end();
  }
}
rmSync(folder, { recursive: true, force: true });
