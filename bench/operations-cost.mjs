// What a background operation through Redis costs in CPU time: one server, one worker, one Redis.
//   node bench/operations-cost.mjs [OPERATIONS]
import { readFileSync } from 'node:fs';
import { callTool, concurrently, startFleet } from './shared/fleet.mjs';

const operations = Number(process.argv[2] ?? 1_000);
const fleet = await startFleet({ servers: 1, workers: 1 });
const parts = { server: fleet.servers[0], worker: fleet.workers[0], Redis: fleet.redis };
const cpu = ({ child }) => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
let soon = 0;
const run = async (n) => {
  const { content } = await callTool(fleet.servers[0], 'later', { id: String(n) });
  if (content?.[0]?.text === `later ${n}`) soon++;
};
try {
  await concurrently(100, 16, run);
  soon = 0;
  const before = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, cpu(part)]));
  const began = performance.now();
  await concurrently(operations, 16, run);
  const took = performance.now() - began;
  const each = Object.entries(parts).map(
    ([name, part]) => `${name} ${((cpu(part) - before[name]) / operations).toFixed(2)} ms`,
  );
  console.log(
    `${operations} operations, 16 under way: ${((operations / took) * 1000).toFixed(0)} a second; CPU of each: ${each.join(', ')}; ` +
      `${soon} were answered with their result at once`,
  );
} finally {
  await fleet.end();
}
