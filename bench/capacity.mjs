// What can't be run on one machine, simulated from figures that were measured on it: background operations of many agents that pass
// through one Redis to workers.
//   node bench/capacity.mjs [--redis-us 600] [--worker-us 1130] [--work-ms 2000] [--slots 16] [--per-minute 2]
// Agents start operations at random times; each passes the thread of Redis, waits for a slot of a worker, and takes the work's time (half of
// it fixed, half exponential). The worker's own CPU per operation is the second limit of a worker. Seeded, ten simulated minutes.
import { parseArgs } from 'node:util';
import { seeded } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    'redis-us': { type: 'string', default: '600' },
    'worker-us': { type: 'string', default: '1130' },
    'work-ms': { type: 'string', default: '2000' },
    slots: { type: 'string', default: '16' },
    'per-minute': { type: 'string', default: '2' },
  },
});
const number = (name) => Number(values[name]);
const MINUTES = 10;

function simulate(agents, workers) {
  const random = seeded(1);
  const exponential = (mean) => -mean * Math.log(1 - random());
  const between = 60_000 / (agents * number('per-minute'));
  const slots = new Float64Array(workers * number('slots'));
  const cpus = new Float64Array(workers);
  let redisFree = 0;
  const waits = [];
  let busy = 0;
  for (let now = exponential(between); now < MINUTES * 60_000; now += exponential(between)) {
    redisFree = Math.max(now, redisFree) + number('redis-us') / 1000;
    let first = 0;
    for (let slot = 1; slot < slots.length; slot++) if (slots[slot] < slots[first]) first = slot;
    const worker = first % workers;
    const taken = Math.max(redisFree, slots[first]);
    cpus[worker] = Math.max(taken, cpus[worker]) + number('worker-us') / 1000;
    const took = number('work-ms') / 2 + exponential(number('work-ms') / 2);
    slots[first] = cpus[worker] + took;
    busy += took;
    waits.push(cpus[worker] - now);
  }
  waits.sort((a, b) => a - b);
  const at = (part) => waits[Math.floor(waits.length * part)];
  return {
    perSecond: waits.length / (MINUTES * 60),
    redis: (waits.length * number('redis-us')) / 1000 / (MINUTES * 60_000),
    slots: busy / (MINUTES * 60_000 * slots.length),
    p50: at(0.5),
    p99: at(0.99),
  };
}

console.log('agents  workers  operations/s  Redis busy  slots busy  wait p50  wait p99');
for (const [agents, workers] of [
  [100, 1],
  [200, 1],
  [1_000, 3],
  [1_000, 5],
  [5_000, 23],
  [10_000, 45],
  [25_000, 110],
  [45_000, 200],
  [52_000, 240],
]) {
  const { perSecond, redis, slots, p50, p99 } = simulate(agents, workers);
  const cells = [
    agents,
    workers,
    perSecond.toFixed(1),
    `${(redis * 100).toFixed(0)} %`,
    `${(slots * 100).toFixed(0)} %`,
  ];
  const wait = (ms) => (ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`);
  const widths = [6, 9, 14, 12, 12, 10, 10];
  console.log([...cells, wait(p50), wait(p99)].map((cell, n) => String(cell).padStart(widths[n])).join(''));
}
