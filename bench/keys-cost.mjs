// What an idempotency key costs a call over HTTP: without one, with one in memory, with one in Redis.
//   node bench/keys-cost.mjs [CALLS]
// CPU time of server and Redis comes from /proc; wall time is of 32 calls under way.
import { readFileSync } from 'node:fs';
import { callTool, concurrently, startFleet } from './shared/fleet.mjs';

const calls = Number(process.argv[2] ?? 5_000);
const cpu = ({ child }) => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

for (const shared of [false, true]) {
  const fleet = await startFleet({ servers: 1, redis: shared });
  const [server] = fleet.servers;
  const measure = async (what, keyOf) => {
    await concurrently(500, 32, (n) => callTool(server, 'fast', { id: 'x' }, { key: keyOf(`warm ${n}`) }));
    const before = [cpu(server), shared ? cpu(fleet.redis) : 0, performance.now()];
    await concurrently(calls, 32, (n) => callTool(server, 'fast', { id: 'x' }, { key: keyOf(n) }));
    const took = performance.now() - before[2];
    const perCall = (ms) => `${((ms / calls) * 1000).toFixed(0)} µs`;
    console.log(
      `${what}: ${((calls / took) * 1000).toFixed(0)} calls a second, CPU of the server ${perCall(cpu(server) - before[0])} a call` +
        (shared ? `, of Redis ${perCall(cpu(fleet.redis) - before[1])}` : ''),
    );
  };
  try {
    if (!shared) await measure('no key', () => undefined);
    await measure(shared ? 'a key in Redis' : 'a key in memory', (n) => `a-key-that-is-long-enough-${n}`);
  } finally {
    await fleet.end();
  }
}
