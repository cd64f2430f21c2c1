// One server and one worker that share a Redis, over many operations, keys, progress, cancellations and clients that come and go:
//   node bench/shared-load.mjs [--rounds 8] [--operations 1500] [--snapshots]
// It prints what the server, the worker and Redis hold after each round, when nothing is under way, and fails if that goes on growing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { showGrowth } from './heap-growth.mjs';
import { judge, pointOf, show, watched } from './settled-memory.mjs';
import { callTool, concurrently, startFleet } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    operations: { type: 'string', default: '1500' },
    snapshots: { type: 'boolean', default: false },
  },
});
const operations = Number(values.operations);
const scratch = mkdtempSync(join(tmpdir(), 'tw-shared-load-'));
const said = join(scratch, 'memory');
const fleet = await startFleet({ servers: 1, workers: 1, env: watched(said, values) });
const processes = { server: fleet.servers[0], worker: fleet.workers[0] };
const redis = new Redis(fleet.redis.port, '127.0.0.1');
const points = { server: [], worker: [] };
const used = [];

async function settled() {
  await sleep(2_000);
  for (const [name, { child }] of Object.entries(processes))
    points[name].push(await pointOf(said, child.pid));
  used.push(Number(/used_memory:(\d+)/.exec(await redis.info('memory'))[1]));
}

let id = 0;
async function operate() {
  const { content } = await callTool(fleet.servers[0], 'later', { id: String(++id) });
  if (!content?.[0]?.text) throw new Error('no answer');
}

try {
  await concurrently(operations, 16, operate);
  await settled();
  for (let n = 0; n < Number(values.rounds); n++) {
    await concurrently(operations, 16, operate);
    await settled();
    console.log(`${id} operations`);
  }
  let failed = false;
  for (const [name, { child }] of Object.entries(processes)) {
    show(points[name], name);
    if (values.snapshots)
      showGrowth(said, child.pid, { from: Math.ceil(points[name].length / 2), to: points[name].length });
    for (const problem of judge(points[name], operations)) {
      console.log(`${name}: ${problem}`);
      failed = true;
    }
  }
  console.log(`Redis MB: ${used.map((bytes) => (bytes / 1_000_000).toFixed(2)).join(' ')}`);
  process.exitCode = failed ? 1 : 0;
} finally {
  redis.disconnect();
  await fleet.end();
  rmSync(scratch, { recursive: true, force: true });
}
