// Many clients over HTTP at once, with fast, slow and computing tools mixed, against one server process:
//   node bench/load.mjs [--sessions 1000] [--seconds 30] [--rate 200] [--collect]
// It prints how long fast calls take on the idle server and beside the others, and memory, CPU and open handles over the run. It fails if
// handles are left behind, or if memory goes on growing. With --collect the server collects its garbage every second, so that times mean nothing,
// and what it holds is printed: a heap that grows then is a leak.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startFleet } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    rate: { type: 'string', default: '200' },
    collect: { type: 'boolean', default: false },
  },
});
const sessions = Number(values.sessions);
const seconds = Number(values.seconds);
const MB = 1_000_000;
const scratch = mkdtempSync(join(tmpdir(), 'tw-load-'));
const said = join(scratch, 'heap');
const probe = join(dirname(fileURLToPath(import.meta.url)), 'soak-probe.cjs');
const watched = { NODE_OPTIONS: `--require ${probe}`, SOAK_FILE: said, SOAK_COLLECT: '1' };
const fleet = await startFleet({ servers: 1, redis: false, ...(values.collect && { env: watched }) });
const [server] = fleet.servers;
const { pid } = server.child;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function post(message, session) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
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
          ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
        },
      },
      (response) => {
        let text = '';
        response.on('data', (part) => (text += part)).on('error', reject);
        response.on('end', () => resolve({ text, session: response.headers['mcp-session-id'] }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function open() {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'load', version: '1' },
  };
  const { session } = await post({ id: 0, method: 'initialize', params });
  if (!session) throw new Error('no session');
  await post({ method: 'notifications/initialized' }, session);
  return session;
}

let id = 0;
async function timed(name, session) {
  const began = performance.now();
  const params = { name, arguments: { id: 'x' } };
  const { text } = await post({ id: ++id, method: 'tools/call', params }, session);
  if (!text.includes(`${name} x`)) throw new Error(text);
  return performance.now() - began;
}

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
const handles = () => readdirSync(`/proc/${pid}/fd`).length;
const cpu = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const shown = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)} ms of ${sorted.length}`;
};

try {
  const first = await open();
  for (let n = 0; n < 500; n++) await timed('fast', first);
  const idle = [];
  for (let n = 0; n < 1_000; n++) idle.push(await timed('fast', first));
  const before = { memory: memory(), handles: handles(), cpu: cpu() };
  const all = [first];
  for (let n = 1; n < sessions; n += 50)
    all.push(...(await Promise.all(Array.from({ length: Math.min(50, sessions - n) }, open))));
  await sleep(500);
  const connected = memory();
  console.log(`idle: ${shown(idle)}`);
  console.log(
    `${sessions} sessions: ${((connected - before.memory) / sessions / 1000).toFixed(1)} kB each, ` +
      `${((cpu() - before.cpu) / sessions).toFixed(2)} ms of CPU to open one`,
  );
  const mixed = { fast: [], slow: [], busy: [] };
  const samples = [];
  const running = new Set();
  const began = performance.now();
  const cpuBefore = cpu();
  for (let n = 0; performance.now() - began < seconds * 1000; n++) {
    // Of ten calls seven are fast, two wait for something, one computes.
    const name = n % 10 < 7 ? 'fast' : n % 10 < 9 ? 'slow' : 'busy';
    const call = timed(name, all[n % all.length])
      .then((took) => mixed[name].push(took))
      .finally(() => running.delete(call));
    running.add(call);
    if (n % Number(values.rate) === 0) samples.push({ memory: memory(), handles: handles() });
    const due = began + ((n + 1) * 1000) / Number(values.rate);
    if (due > performance.now()) await sleep(due - performance.now());
  }
  await Promise.all(running);
  const share = (cpu() - cpuBefore) / (performance.now() - began);
  console.log(
    `mixed, ${values.rate} calls a second for ${seconds} s, ${(share * 100).toFixed(0)} % of a core:`,
  );
  for (const [name, times] of Object.entries(mixed)) console.log(`  ${name}: ${shown(times)}`);
  const mean = (part) => part.reduce((sum, { memory: used }) => sum + used, 0) / part.length;
  const third = Math.max(1, Math.floor(samples.length / 3));
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(-third)].map(mean);
  agent.destroy();
  await sleep(2_000);
  const left = handles() - before.handles;
  console.log(
    `memory ${(connected / MB).toFixed(0)} MB with all sessions, ${(early / MB).toFixed(0)} MB in the middle of the run, ` +
      `${(late / MB).toFixed(0)} MB at its end; handles left after the clients went: ${left}`,
  );
  if (values.collect) {
    const held = readFileSync(said, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const every = Math.max(1, Math.floor(held.length / 12));
    const columns = held.filter((_, n) => n % every === 0 || n === held.length - 1);
    console.log(`heap MB: ${columns.map(({ heapUsed }) => (heapUsed / MB).toFixed(1)).join(' ')}`);
    console.log(`resources: ${columns.map(({ resources }) => resources).join(' ')}`);
  }
  process.exitCode = late > early * 1.25 || left > 5 ? 1 : 0;
} finally {
  await fleet.end();
  rmSync(scratch, { recursive: true, force: true });
}
