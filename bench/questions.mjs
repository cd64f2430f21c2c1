// Resumes calls that ask the user while servers are killed with SIGKILL and answers are lost:
//   node bench/questions.mjs [--calls 540] [--approvals 500] [--seed 1] [--kill-every 700]
// Each call has three steps and two questions, and goes on at whichever of two servers its answer reaches; they share a secret and a Redis.
// Approvals of a destructive tool are then sent to both servers at once, several times. It fails if a step or a drop happened twice, or
// was answered and had not happened.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callTool, concurrently, killAtRandom, seeded, startFleet } from './shared/fleet.mjs';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '540' },
    approvals: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    'kill-every': { type: 'string', default: '700' },
  },
});
const random = seeded(Number(values.seed));
const fleet = await startFleet({ servers: 2, consent: 'ask' });
const began = performance.now();
const STEPS = ['hold', 'charge', 'confirm'];
const count = { answered: 0, retried: 0, replayed: 0, failed: 0, refused: 0 };
const booked = new Set();
const unknown = new Set();
const dropped = new Set();
const anyServer = () => fleet.servers[Math.floor(random() * fleet.servers.length)];

// Repeats one request until it is answered; a third of the answers are lost.
async function insist(name, args, options) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const cutAfter = random() < 0.33 ? random() * 60 : undefined;
    try {
      const answer = await callTool(anyServer(), name, args, { ...options, cutAfter });
      if (answer._meta?.['toolwright/replayed']) count.replayed++;
      return answer;
    } catch {
      count.retried++;
      await sleep(20 + random() * 60);
    }
  }
  throw new Error('never answered');
}

const accepted = ({ inputRequests }) =>
  Object.fromEntries(Object.keys(inputRequests).map((name) => [name, { action: 'accept', content: {} }]));

async function book(number) {
  const id = String(number);
  const key = `question-${values.seed}-of-the-call-${id}`;
  let answer = await insist('book', { id }, { key });
  for (let round = 0; answer.resultType === 'input_required' && round < 10; round++) {
    count.answered++;
    const { requestState } = answer;
    answer = await insist('book', { id }, { key, requestState, inputResponses: accepted(answer) });
  }
  const text = answer.content?.[0]?.text ?? JSON.stringify(answer);
  if (text === `booked ${id} accept accept`) booked.add(id);
  else if (text.includes('outcome_unknown')) unknown.add(id);
  else {
    count.failed++;
    console.error(text);
  }
}

// No key here: the sealed approval alone has to count once.
async function approve(number) {
  const id = String(number);
  for (;;) {
    try {
      const asked = await callTool(anyServer(), 'drop', { id });
      const answer = { requestState: asked.requestState, inputResponses: accepted(asked) };
      const sent = fleet.servers.flatMap((server) =>
        [1, 2].map(() => callTool(server, 'drop', { id }, answer)),
      );
      for (const settled of await Promise.allSettled(sent)) {
        const { content, error } = settled.value ?? {};
        if (content?.[0]?.text === `dropped ${id}`) dropped.add(id);
        else if (error?.message.includes('already used')) count.refused++;
        else if (settled.value) throw new Error(JSON.stringify(settled.value));
      }
      return;
    } catch (error) {
      if (!/ECONN|hang up|closed/.test(error.message)) throw error;
      await sleep(50);
    }
  }
}

let effects;
let kills;
try {
  const stop = killAtRandom(fleet.servers, random, Number(values['kill-every']));
  await concurrently(Number(values.calls), 16, book);
  await stop();
  kills = fleet.servers.reduce((sum, server) => sum + server.kills, 0);
  await concurrently(Number(values.approvals), 8, approve);
  effects = fleet.effects();
} finally {
  await fleet.end();
}
const doubled = [...effects.values()].filter((times) => times > 1).length;
const missing = [...booked].flatMap((id) => STEPS.filter((step) => !effects.has(`${step} ${id}`))).length;
const drops = [...effects.keys()].filter((line) => line.startsWith('drop ')).length;
console.log(
  `${values.calls} calls with two questions each, seed ${values.seed}, ${((performance.now() - began) / 1000).toFixed(0)} s: ` +
    `${count.answered} questions answered, ${count.retried} answers lost and asked for again, ${kills} kill -9, ${count.replayed} replays\n` +
    `booked ${booked.size}, told "outcome unknown" ${unknown.size}, failed ${count.failed}; steps done twice ${doubled}, steps missing ${missing}\n` +
    `${values.approvals} approvals, each sent four times to two servers at once: ${drops} drops, ${dropped.size} answered, ` +
    `${count.refused} refused as used`,
);
const isSound =
  !doubled && !missing && !count.failed && drops === Number(values.approvals) && dropped.size === drops;
process.exitCode = isSound ? 0 : 1;
