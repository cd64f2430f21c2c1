// What observing calls costs: CPU time of the server per call with nothing on, with metrics, traces and the audit, in turns; and
// what a bare span of OpenTelemetry's SDK costs by itself.
//   node bench/observed.mjs [rounds] [only variants that match, such as `http:`] [only tools that match]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('..', import.meta.url).pathname;
const TRACING = join(ROOT, 'test/fixtures/telemetry/batch.cjs');
const ROUNDS = Number(process.argv[2] ?? 7);
const ONLY = new RegExp(process.argv[3] ?? '');
const TOOLS = new RegExp(process.argv[4] ?? '');
const CALLS = { stdio: { echo: 20_000, read_file: 3_000 }, http: { echo: 5_000, read_file: 2_000 } };
const folder = mkdtempSync(join(tmpdir(), 'tw-observed-'));
const otel = (part) => ({ node: ['--require', TRACING], env: { SAMPLED: part } });
// All that is traced here is drawn by the server, before the SDK is asked.
const drawn = (part, more = []) => ({ ...otel('1'), args: ['--telemetry-sample', part, ...more] });
writeFileSync(join(folder, 'notes.txt'), 'A line of a file that a model reads.\n'.repeat(60));
writeFileSync(
  join(folder, 'async-context.cjs'),
  "const { AsyncLocalStorage } = require('node:async_hooks'); new AsyncLocalStorage().run(1, () => undefined);",
);
const ARGUMENTS = { echo: { message: 'hello' }, read_file: { path: 'notes.txt' } };
const CONTEXT = { node: ['--require', join(folder, 'async-context.cjs')] };
const VARIANTS = {
  stdio: {
    off: {},
    'SDK registered, off': { ...otel('1'), args: ['--telemetry', 'off'] },
    "Node's async context": CONTEXT,
    'traces, sample: 0': drawn('0'),
    'traces, sample: 0.01': drawn('0.01'),
    'traces, sample: 0.1': drawn('0.1'),
    'traces, SDK 1 %': otel('0.01'),
    'traces, SDK 10 %': otel('0.1'),
    'traces, all': otel('1'),
    audit: { args: ['--audit', join(folder, 'audit')] },
  },
  http: {
    off: {},
    'SDK registered, off': { ...otel('1'), args: ['--telemetry', 'off'] },
    "Node's async context": CONTEXT,
    metrics: { args: ['--http-metrics', 'local'] },
    'traces, sample: 0.01': drawn('0.01'),
    'traces, sample: 0.1': drawn('0.1'),
    'metrics, sample: 0.01': drawn('0.01', ['--http-metrics', 'local']),
    'metrics, traces SDK 1 %': { ...otel('0.01'), args: ['--http-metrics', 'local'] },
    'metrics, traces SDK 10 %': { ...otel('0.1'), args: ['--http-metrics', 'local'] },
    'metrics, traces all': { ...otel('1'), args: ['--http-metrics', 'local'] },
    audit: { args: ['--audit', join(folder, 'audit-http')] },
  },
};

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};
const call = (id, name) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: ARGUMENTS[name] },
});
// In µs, of all threads: everything, and without the system. Over HTTP the system's part is mostly the loopback's, which costs more
// whenever the client sleeps.
const cpu = (pid) => {
  const spent = (task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ')[0]);
  const all = readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + spent(task), 0) / 1000;
  const user = Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ')[11]) * 10_000;
  return { all, user };
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
  const run = async (count, tool) => {
    waiting = new Map();
    for (let done = 0; done < count; done += 100)
      await Promise.all(Array.from({ length: 100 }, () => send(call(next++, tool))));
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
  const run = async (count, tool) => {
    for (let done = 0; done < count; done += 50)
      await Promise.all(Array.from({ length: 50 }, () => send(call(next++, tool))));
  };
  return { pid: child.pid, run, end: () => (agent.destroy(), child.kill()) };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function floors() {
  for (const part of ['0', '0.01', '1']) {
    const script = join(ROOT, 'bench/bare-span.cjs');
    const { stdout } = spawnSync(process.execPath, [script], { env: { ...process.env, SAMPLED: part } });
    console.log(String(stdout).trim());
  }
}

async function measure(transport, open) {
  const servers = [];
  for (const [name, variant] of Object.entries(VARIANTS[transport]))
    if (name === 'off' || ONLY.test(`${transport}: ${name}`))
      servers.push({ name, server: await open(variant), costs: {} });
  for (const [tool, count] of servers.length > 1 ? Object.entries(CALLS[transport]) : []) {
    if (!TOOLS.test(tool)) continue;
    for (const { server } of servers) await server.run(count, tool);
    for (let round = 0; round < ROUNDS; round++)
      for (const { server, costs } of servers) {
        const before = cpu(server.pid);
        await server.run(count, tool);
        const after = cpu(server.pid);
        const spent = (costs[tool] ??= { all: [], user: [] });
        spent.all.push((after.all - before.all) / count);
        spent.user.push((after.user - before.user) / count);
      }
    const base = median(servers[0].costs[tool].all);
    for (const { name, costs } of servers) {
      const cost = median(costs[tool].all);
      const parts = [
        transport.padEnd(6),
        tool.padEnd(10),
        name.padEnd(25),
        `${cost.toFixed(1).padStart(7)} µs`,
        `${(cost - base).toFixed(1).padStart(6)} µs`,
        `${((cost / base - 1) * 100).toFixed(1).padStart(6)} %`,
        `without the system ${mean(costs[tool].user).toFixed(1).padStart(6)} µs`,
      ];
      console.log(parts.join(' '));
    }
  }
  for (const { server } of servers) server.end();
}

if (!process.argv[3]) floors();
await measure('stdio', overStdio);
await measure('http', overHttp);
rmSync(folder, { recursive: true, force: true });
