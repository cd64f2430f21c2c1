// One measurement of one server: start, list, call, watch, close.
import { tmpdir } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawClient } from './client.mjs';
import { modernParams, withClientMeta } from './real-meta.mjs';

const ITEM = { title: 'Milk', count: 3, tags: ['dairy', 'cold'], priority: 'mid', note: 'the blue one' };
const IN_FLIGHT = 64;

/** Measures one server once; `plan` says how many calls. */
export async function visit(server, tools, plan) {
  const began = performance.now();
  const client = new RawClient(
    server.args,
    { ...plainEnvironment(), ...server.env, BENCH_TOOLS: String(tools) },
    tmpdir(),
  );
  try {
    return await withLimit(plan.limitMs, () => measure(client, server, tools, plan, began));
  } finally {
    client.child.stdin.destroyed ? client.child.kill() : await client.close();
  }
}

// Node's own variables are not passed on: NODE_EXTRA_CA_CERTS alone makes every start read all the system's certificates,
// which takes longer than the whole start of a small server.
function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')));
}

async function measure(client, server, tools, plan, began) {
  await client.initialize();
  const { tools: listed } = await client.listAll();
  const figures = { coldMs: performance.now() - began, startCpuMs: client.cpuMs() };
  if (listed.length < tools + 2)
    throw new Error(`${server.name} lists ${listed.length} tools instead of ${tools + 2}`);

  await sleep(plan.idleMs);
  figures.idleMiB = client.memory().now;
  const cpuBeforeLists = client.cpuMs();
  figures.listMs = await medianWait(plan.lists, client);
  figures.listCpuMs = (client.cpuMs() - cpuBeforeLists) / plan.lists;

  if (server.coldOnly || plan.coldOnly) return figures;

  const item = { name: 'add_item', arguments: ITEM };
  const fromClient = (n) => withClientMeta(item, n);
  await confirm(client, server, item);
  for (let n = 0; n < plan.warmUp; n++) await client.request('tools/call', fromClient(n));

  const latencies = [];
  for (let n = 0; n < plan.oneByOne; n++) {
    const start = performance.now();
    await client.request('tools/call', fromClient(n));
    latencies.push(performance.now() - start);
  }
  latencies.sort((a, b) => a - b);
  figures.p50Ms = latencies[Math.floor(latencies.length / 2)];
  figures.p99Ms = latencies[Math.floor(latencies.length * 0.99)];

  const real = await measureFlood(client, fromClient, plan);
  figures.callsPerSecond = real.perSecond;
  figures.cpuPerCallUs = real.cpuUs;
  const bare = await measureFlood(client, () => item, plan);
  figures.bareCallsPerSecond = bare.perSecond;
  figures.bareCpuPerCallUs = bare.cpuUs;
  figures.peakMiB = client.memory().peak;
  if (!(await speaksModern(client))) return figures;
  const modern = await measureFlood(client, (n) => modernParams(item, n), plan);
  figures.modernCallsPerSecond = modern.perSecond;
  figures.modernCpuPerCallUs = modern.cpuUs;
  return figures;
}

async function measureFlood(client, paramsOf, plan) {
  await flood(client, paramsOf, plan.warmUp);
  const cpuBefore = client.cpuMs();
  const began = performance.now();
  await flood(client, paramsOf, plan.flooded);
  const perSecond = (plan.flooded / (performance.now() - began)) * 1000;
  return { perSecond, cpuUs: ((client.cpuMs() - cpuBefore) / plan.flooded) * 1000 };
}

// Revision 2026-07-28 on the same pipe, where a server speaks both.
async function speaksModern(client) {
  const said = await client.request('server/discover', modernParams({}, 0));
  return said.includes('"supportedVersions"') && said.includes('"2026-07-28"');
}

// A server that answers incorrectly is not measured.
async function confirm(client, server, item) {
  const said = await client.request('tools/call', item);
  if (!said.includes('Added 3 x Milk (mid) [dairy, cold]'))
    throw new Error(`${server.name} answered ${said}`);
}

// Keeps 64 calls in flight until `total` are answered.
async function flood(client, paramsOf, total) {
  let left = total;
  const lane = async () => {
    while (left-- > 0) await client.request('tools/call', paramsOf(left));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

async function medianWait(times, client) {
  const waits = [];
  for (let n = 0; n < times; n++) waits.push((await client.listAll()).waitedMs);
  return waits.sort((a, b) => a - b)[Math.floor(times / 2)];
}

function withLimit(ms, action) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${ms} ms`)), ms);
  });
  return Promise.race([action(), limit]).finally(() => clearTimeout(timer));
}
