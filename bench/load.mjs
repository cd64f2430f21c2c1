// Many clients over HTTP at once, with fast, slow and computing tools mixed, against one server process:
//   node bench/load.mjs [--sessions 1000] [--rounds 8] [--seconds 10] [--rate 200] [--snapshots] [--leak heap|buffers|handles]
// It prints how long fast calls take on the idle server and beside the others, and what the server holds after each round, when nothing is under
// way and its garbage was collected; it fails if that goes on growing. After each round clients come and go: sessions are opened and ended, streams opened
// and dropped, calls given up. --snapshots shows which objects became more, by their constructors; --leak has the server leak on purpose, and the run must fail.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { showGrowth } from './heap-growth.mjs';
import { judge, pointOf, show, watched } from './settled-memory.mjs';
import { concurrently, startFleet } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '200' },
    snapshots: { type: 'boolean', default: false },
    leak: { type: 'string' },
  },
});
const sessions = Number(values.sessions);
const rate = Number(values.rate);
const scratch = mkdtempSync(join(tmpdir(), 'tw-load-'));
const said = join(scratch, 'memory');
const fleet = await startFleet({ servers: 1, redis: false, env: watched(said, values) });
const [server] = fleet.servers;
const { pid } = server.child;
// So many that a few bytes of each would be seen.
const MORE = 5_000;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

function send(method, { message, session, more = {}, onResponse }) {
  const options = {
    port: server.port,
    host: '127.0.0.1',
    path: '/mcp',
    method,
    agent,
    headers: {
      'content-type': 'application/json',
      accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream',
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
      ...more,
    },
  };
  const sent = request(options, onResponse);
  sent.end(message && JSON.stringify({ jsonrpc: '2.0', ...message }));
  return sent;
}

function exchange(method, parts) {
  return new Promise((resolve, reject) => {
    const onResponse = (response) => {
      let text = '';
      response.on('data', (part) => (text += part)).on('error', reject);
      response.on('end', () => resolve({ text, session: response.headers['mcp-session-id'] }));
    };
    send(method, { ...parts, onResponse }).on('error', reject);
  });
}

/** Begins a request, and drops its connection when the answer begins, or soon. */
function dropped(method, parts) {
  return new Promise((resolve) => {
    const sent = send(method, {
      ...parts,
      onResponse: (response) => response.once('data', () => sent.destroy()),
    });
    setTimeout(() => sent.destroy(), 100);
    sent.on('error', () => undefined).on('close', resolve);
  });
}

async function open() {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'load', version: '1' },
  };
  const { session } = await exchange('POST', { message: { id: 0, method: 'initialize', params } });
  if (!session) throw new Error('no session');
  await exchange('POST', { message: { method: 'notifications/initialized' }, session });
  return session;
}

let id = 0;
const callOf = (name) => ({ id: ++id, method: 'tools/call', params: { name, arguments: { id: 'x' } } });
async function timed(name, session) {
  const began = performance.now();
  const { text } = await exchange('POST', { message: callOf(name), session });
  if (!text.includes(`${name} x`)) throw new Error(text);
  return performance.now() - began;
}

const MODERN = '2026-07-28';
const modern = (method, params, name) => ({
  message: {
    id: ++id,
    method,
    params: {
      ...params,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  more: { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...(name && { 'mcp-name': name }) },
});

/** A client that comes and goes, in each of the ways in which one can. */
async function comeAndGo() {
  const session = await open();
  await timed('fast', session);
  await dropped('GET', { session });
  await dropped('POST', { session, message: callOf('slow') });
  await dropped('POST', modern('subscriptions/listen', { notifications: { toolsListChanged: true } }));
  await exchange('POST', modern('tools/call', callOf('fast').params, 'fast'));
  await exchange('DELETE', { session });
}

const cpu = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const shown = (times) => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, p99.9 ${at(0.999)} ms of ${sorted.length}`;
};

const mixed = { fast: [], slow: [], busy: [] };
async function round(all) {
  const running = new Set();
  const began = performance.now();
  for (let n = 0; n < rate * Number(values.seconds); n++) {
    // Of ten calls seven are fast, two wait for something, one computes.
    const name = n % 10 < 7 ? 'fast' : n % 10 < 9 ? 'slow' : 'busy';
    const call = timed(name, all[n % all.length])
      .then((took) => mixed[name].push(took))
      .finally(() => running.delete(call));
    running.add(call);
    const due = began + ((n + 1) * 1000) / rate;
    if (due > performance.now()) await sleep(due - performance.now());
  }
  await Promise.all(running);
  return performance.now() - began;
}

// Nothing is under way, and no connection is left open.
async function settled() {
  agent.destroy();
  await sleep(2_500);
  return pointOf(said, pid);
}

try {
  const first = await open();
  for (let n = 0; n < 500; n++) await timed('fast', first);
  const idle = [];
  for (let n = 0; n < 1_000; n++) idle.push(await timed('fast', first));
  console.log(`idle: ${shown(idle)}`);
  const before = { ...(await settled()), cpu: cpu() };
  const all = [first];
  await concurrently(sessions - 1, 50, async () => all.push(await open()));
  const used = cpu() - before.cpu;
  const points = [await settled()];
  const each = (points[0].heapUsed - before.heapUsed) / sessions / 1000;
  console.log(
    `${sessions} sessions: ${each.toFixed(1)} kB of heap each, ${(used / sessions).toFixed(2)} ms of CPU to open one`,
  );
  let [spent, took] = [0, 0];
  for (let n = 0; n < Number(values.rounds); n++) {
    const cpuBefore = cpu();
    took += await round(all);
    spent += cpu() - cpuBefore;
    await concurrently(MORE, 16, (each) => timed('fast', all[each % all.length]));
    await concurrently(100, 20, comeAndGo);
    points.push(await settled());
  }
  console.log(`mixed, ${rate} calls a second, ${((spent / took) * 100).toFixed(0)} % of a core:`);
  for (const [name, times] of Object.entries(mixed)) console.log(`  ${name}: ${shown(times)}`);
  show(points);
  if (values.snapshots)
    showGrowth(said, pid, { from: Math.ceil(points.length / 2) + 1, to: points.length + 1 });
  const problems = judge(points, rate * Number(values.seconds) + MORE + 400);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length ? 1 : 0;
} finally {
  await fleet.end();
  rmSync(scratch, { recursive: true, force: true });
}
