// npm run bench:http [-- --check]: calls over HTTP in both eras, beside the other frameworks and a loop by hand. Stored in results/http.md.
// With --check it fails when a goal is missed by more than the margin.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { HttpLane } from './http-client.mjs';
import { putIntoPage } from './page.mjs';
import { modernParams, withClientMeta } from './real-meta.mjs';
import { freePort } from './free-port.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const ITEM = {
  name: 'add_item',
  arguments: { title: 'Milk', count: 3, tags: ['dairy', 'cold'], priority: 'mid', note: 'the blue one' },
};
const IN_FLIGHT = 32;
// How far a run on a shared machine may deviate from a goal.
const MARGIN = 1.25;
const { CALLS = 5_000, ROUNDS = 3, ONLY } = process.env;

const servers = [
  { name: 'loop', title: 'node:http and a loop by hand', file: 'peers/http/loop.mjs' },
  { name: 'toolwright', title: 'Toolwright', file: 'toolwright/serve-http.cjs' },
  { name: 'sdk1', title: 'SDK 1 McpServer', file: 'peers/http/sdk1.mjs' },
  { name: 'sdk2', title: 'SDK 2 McpServer', file: 'peers/http/sdk2.mjs' },
  { name: 'tmcp', title: 'tmcp', file: 'peers/http/tmcp.mjs' },
  { name: 'fastmcp', title: 'fastmcp', file: 'peers/http/fastmcp.mjs' },
].filter(({ name }) => !ONLY || name === 'loop' || ONLY.split(',').includes(name));

const figures = new Map(servers.map(({ name }) => [name, { legacy: [], modern: [] }]));
for (let round = 0; round < Number(ROUNDS); round++)
  for (let n = 0; n < servers.length; n++) {
    const server = servers[(n + round) % servers.length];
    const found = await visit(server);
    for (const era of ['legacy', 'modern']) if (found[era]) figures.get(server.name)[era].push(found[era]);
    process.stderr.write(`${round + 1} ${server.name} ${JSON.stringify(found)}\n`);
  }
const goals = goalsOf();
const table = `${tableOf()}\n\n${goals.map(({ text }) => `- ${text}`).join('\n')}`;
mkdirSync(join(here, 'results'), { recursive: true });
writeFileSync(
  join(here, 'results', 'http.md'),
  `# Calls over HTTP\n\nMedians of ${ROUNDS} rounds; in brackets the ratio to the loop. Node ${process.version}, ${cpus().length} × ${cpus()[0].model}.\n\n${table}\n`,
);
putIntoPage('http', table);
process.stdout.write(`${table}\n`);
if (process.argv.includes('--check') && goals.some(({ within }) => !within)) process.exit(1);

async function visit({ file, name }) {
  const port = await freePort();
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('NODE_')));
  const child = spawn(process.execPath, [join(here, file)], {
    env: { ...env, PORT: String(port) },
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  let lanes = [];
  try {
    await listening(port, child);
    lanes = Array.from({ length: IN_FLIGHT }, () => new HttpLane(port));
    return {
      legacy: await attempt(() => legacy(child, lanes)),
      modern: await attempt(() => modern(child, lanes)),
    };
  } catch (error) {
    throw new Error(`${name}: ${error.message}\n${stderr}`);
  } finally {
    for (const lane of lanes) lane.close();
    child.kill('SIGKILL');
  }
}

// A server that doesn't speak an era has no figure for it.
async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    process.stderr.write(`  ${error.message}\n`);
    return undefined;
  }
}

async function legacy(child, lanes) {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  };
  const { head } = await lanes[0].send({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }, {});
  const session = /mcp-session-id: (\S+)/i.exec(head)?.[1];
  const headers = {
    'Mcp-Protocol-Version': '2025-06-18',
    ...(session !== undefined && { 'Mcp-Session-Id': session }),
  };
  await lanes[0].send({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
  return measured(child, lanes, headers, withClientMeta);
}

function modern(child, lanes) {
  const headers = {
    'Mcp-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'add_item',
  };
  return measured(child, lanes, headers, modernParams);
}

async function measured(child, lanes, headers, paramsOf) {
  let id = 1;
  const call = async (lane) => {
    const n = id++;
    const message = { jsonrpc: '2.0', id: n, method: 'tools/call', params: paramsOf(ITEM, n) };
    const { status, body } = await lane.send(message, headers);
    if (status !== 200 || !body.includes('Added 3 x Milk (mid) [dairy, cold]'))
      throw new Error(`answered ${status}: ${body.slice(0, 300)}`);
  };
  const flood = (total) => {
    let left = total;
    return Promise.all(
      lanes.map(async (lane) => {
        while (left-- > 0) await call(lane);
      }),
    );
  };
  await flood(Number(CALLS));
  const cpu = cpuMs(child);
  const began = performance.now();
  await flood(Number(CALLS));
  return {
    perSecond: Math.round((CALLS / (performance.now() - began)) * 1000),
    cpuUs: Math.round(((cpuMs(child) - cpu) / CALLS) * 1000),
  };
}

function cpuMs({ pid }) {
  let total = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    total += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return total / 1e6;
}

async function listening(port, child) {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error('it ended');
    const lane = new HttpLane(port);
    const open = await new Promise((resolve) => {
      lane.socket.once('connect', () => resolve(true));
      lane.socket.once('error', () => resolve(false));
    });
    lane.close();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it does not listen');
}

function figure(name, era, key) {
  const values = figures.get(name)[era].map((one) => one[key]);
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

// At most 2.5 times the loop's CPU, and at least twice the calls a second of the best of the others.
function goalsOf() {
  const peers = servers.filter(({ name }) => name !== 'loop' && name !== 'toolwright');
  return ['legacy', 'modern'].flatMap((era) => {
    const title = era === 'legacy' ? era : '2026-07-28';
    const cpu = figure('toolwright', era, 'cpuUs') / figure('loop', era, 'cpuUs');
    const best = Math.max(...peers.map(({ name }) => figure(name, era, 'perSecond') ?? 0));
    const speed = figure('toolwright', era, 'perSecond') / best;
    const judged = [
      {
        text: `${title}: ${cpu.toFixed(2)} times the CPU of the loop (goal ≤ 2.5)`,
        within: cpu <= 2.5 * MARGIN,
      },
    ];
    if (best > 0)
      judged.push({
        text: `${title}: ${speed.toFixed(1)} times the calls a second of the best peer (goal ≥ 2)`,
        within: speed >= 2 / MARGIN,
      });
    return judged;
  });
}

function tableOf() {
  const cell = (name, era, key) => {
    const value = figure(name, era, key);
    return value === undefined ? '–' : `${value} (${(value / figure('loop', era, key)).toFixed(2)})`;
  };
  const head =
    '| | legacy: calls a second | legacy: CPU per call, µs | 2026-07-28: calls a second | 2026-07-28: CPU per call, µs |';
  const rows = servers.map(
    ({ name, title }) =>
      `| ${title} | ${['legacy', 'modern'].flatMap((era) => [cell(name, era, 'perSecond'), cell(name, era, 'cpuUs')]).join(' | ')} |`,
  );
  return [head, '|---|---:|---:|---:|---:|', ...rows].join('\n');
}
