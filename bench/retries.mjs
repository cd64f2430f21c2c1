// Loses the answers of calls with idempotency keys in every way, and repeats the calls until they are answered:
//   node bench/retries.mjs [--calls 1000] [--seed 1] [--kill-every 1500]
// Two servers share a Redis; connections are cut, answers thrown away and servers killed with SIGKILL at random times. Every call loses its
// first answer, and must get the recorded one. A tool that was killed in the middle can't have one: such calls are counted by themselves, and
// another is made for each. It fails if a call took effect twice, was answered without an effect, or never got the answer of its tool.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callTool, killAtRandom, seeded, startFleet } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'kill-every': { type: 'string', default: '1500' },
  },
});
const calls = Number(values.calls);
const random = seeded(Number(values.seed));
const fleet = await startFleet({ servers: 2 });
const began = performance.now();
const count = { cut: 0, thrown: 0, broken: 0, replayed: 0, unknown: 0, unanswered: 0, wrong: 0 };
const paid = new Set();
const unknown = new Set();

async function pay(id) {
  const key = `retry-${values.seed}-of-the-call-number-${id}`;
  for (let attempt = 0; attempt < 200; attempt++) {
    const server = fleet.servers[Math.floor(random() * fleet.servers.length)];
    // The first answer of every call is lost: half of them by a cut connection, half after they came.
    const isCut = attempt === 0 ? random() < 0.5 : random() < 0.2;
    try {
      const cutAfter = isCut ? random() * 130 : undefined;
      const answer = await callTool(server, 'pay', { id: String(id) }, { key, cutAfter });
      if (attempt === 0) {
        count.thrown++;
        continue;
      }
      const text = answer.content?.[0]?.text ?? JSON.stringify(answer);
      if (answer._meta?.['toolwright/replayed']) count.replayed++;
      if (text === `paid ${id}`) return void paid.add(id);
      if (text.includes('outcome_unknown')) return void (unknown.add(id), count.unknown++);
      if (text.includes('idempotency_unavailable')) await sleep(100);
      else return void (count.wrong++, console.error(text));
    } catch (error) {
      if (error.message === 'cut') count.cut++;
      else count.broken++;
      await sleep(20 + random() * 80);
    }
  }
  count.unanswered++;
}

let effects;
try {
  const stop = killAtRandom(fleet.servers, random, Number(values['kill-every']));
  let next = 0;
  const lane = async () => {
    while (next < calls + unknown.size) await pay(next++);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  await stop();
  effects = fleet.effects();
} finally {
  await fleet.end();
}
const doubled = [...effects.values()].filter((times) => times > 1).length;
const lost = [...paid].filter((id) => !effects.has(`pay ${id}`)).length + count.unanswered + count.wrong;
const of = (word) => [...unknown].filter((id) => effects.has(`${word} ${id}`)).length;
const killed = { before: unknown.size - of('begun'), within: of('begun') - of('ended'), after: of('ended') };
const kills = fleet.servers.reduce((sum, server) => sum + server.kills, 0) - fleet.servers.length;
console.log(
  `${paid.size + unknown.size} calls with keys, seed ${values.seed}, ${((performance.now() - began) / 1000).toFixed(0)} s: ${count.cut} connections cut, ` +
    `${count.thrown} answers thrown away, ${count.broken} broken by ${kills} kill -9; ${count.replayed} answers were replays\n` +
    `lost answers got again: ${paid.size} of ${paid.size + count.unanswered + count.wrong}; ` +
    `killed and told "outcome unknown": ${killed.within} within the tool (${of('pay') - killed.after} had taken effect), ` +
    `${killed.before} between key and tool, ${killed.after} between tool and record; doubled ${doubled}, lost ${lost}`,
);
// A server can be killed in the very millisecond in which the answer is recorded; more than a few of these would be a fault.
process.exitCode = doubled || lost || killed.after > Math.max(1, calls / 200) ? 1 : 0;
