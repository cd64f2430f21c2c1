// Two servers, three workers, one Redis on loopback behind a slow network; operations of every kind while processes are killed and
// Redis is restarted. Every accepted operation must end once, none be lost or wrong, none be seen by another caller.
//   node bench/chaos.mjs [--operations 600] [--seed 1] [--kills 24] [--restarts 3]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { kill, listening, request, slowNetwork, start, startRedis, writeTokens } from './chaos/processes.mjs';
import { freePort } from './free-port.mjs';

const { values } = parseArgs({
  options: Object.fromEntries(
    ['operations', 'seed', 'kills', 'restarts'].map((name) => [name, { type: 'string' }]),
  ),
});
const wanted = Number(values.operations ?? 600);
const kills = Number(values.kills ?? 24);
const restarts = Number(values.restarts ?? 3);
let seed = Number(values.seed ?? 1);
const random = (below) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];

const CALLERS = ['ada', 'bob', 'eve'];
const KINDS = [
  'quick',
  'quick',
  'slow_again',
  'slow_once',
  'slow_once',
  'failing',
  'big',
  'asking',
  'cancelled',
];
const DEADLINE_MS = 120_000;
const LEASE = '3';

const directory = mkdtempSync(join(tmpdir(), 'tw-chaos-'));
writeFileSync(join(directory, 'journal'), '');
writeTokens(directory, CALLERS);
const redisPort = await freePort();
let redis = await startRedis(redisPort, directory);
const network = await slowNetwork(redisPort, () => random(12));
const more = [
  '--operations-lease',
  LEASE,
  '--operations-inline-wait',
  '0',
  '--operations-keep',
  '100000',
  '--operations-keep-bytes',
  '1000000000',
  '--operations-max-per-tool',
  '16',
];
const httpPorts = [await freePort(), await freePort()];
const children = new Map();
const raise = (name) => {
  const place = { redisPort: network.port, directory, more };
  const child = name.startsWith('worker')
    ? start('worker', place)
    : start('serve', { ...place, httpPort: httpPorts[name.at(-1)] });
  child.stderr.resume();
  children.set(name, child);
};
const names = ['server-0', 'server-1', 'worker-0', 'worker-1', 'worker-2'];
names.forEach(raise);
await Promise.all(httpPorts.map(listening));

const figures = { accepted: 0, refused: 0, ended: {}, killed: 0, restarts: 0, strangers: 0 };
const problems = [];
const accepted = [];
const begunAt = Date.now();

async function disturb() {
  const steps = [...Array(kills).fill('kill'), ...Array(restarts).fill('restart')];
  for (let at = steps.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [steps[at], steps[other]] = [steps[other], steps[at]];
  }
  for (const step of steps) {
    await delay(300 + random(500));
    if (step === 'restart') {
      await kill(redis);
      await delay(random(800));
      redis = await startRedis(redisPort, directory);
      figures.restarts++;
    } else {
      const name = pick(names);
      await kill(children.get(name));
      await delay(random(300));
      raise(name);
      figures.killed++;
    }
  }
}

// A server that is away, or that can't reach Redis, is asked again later; nothing may hang.
async function patiently(caller, method, params) {
  for (const until = Date.now() + DEADLINE_MS; Date.now() < until;) {
    try {
      const reply = await request(pick(httpPorts), caller, method, params);
      if (!reply.error || !/can't be reached/.test(reply.error.message)) return reply;
    } catch (error) {
      if (error.name === 'TimeoutError') problems.push(`${method} hung`);
    }
    await delay(100);
  }
  problems.push(`${method} was not answered in ${DEADLINE_MS} ms`);
  return {};
}

async function operate(number) {
  const kind = pick(KINDS);
  const caller = pick(CALLERS);
  const key = `${kind}-${number}`;
  const name = kind === 'cancelled' ? pick(['slow_once', 'slow_again']) : kind;
  const reply = await request(pick(httpPorts), caller, 'tools/call', {
    name,
    arguments: { key, ms: kind === 'cancelled' ? 3000 : 100 + random(1200) },
  }).catch(() => ({}));
  under--;
  const id = reply.result?.taskId;
  if (id === undefined) {
    figures.refused++;
    return void (await delay(100 + random(200)));
  }
  figures.accepted++;
  accepted.push({ id, kind, name, caller, key });
  if (kind === 'cancelled') {
    await delay(random(400));
    await patiently(caller, 'tasks/cancel', { taskId: id });
  }
  await strange(
    id,
    CALLERS.find((other) => other !== caller),
  );
  for (const until = Date.now() + DEADLINE_MS; Date.now() < until; await delay(50 + random(200))) {
    const { result: task } = await patiently(caller, 'tasks/get', { taskId: id });
    if (!task) return void problems.push(`${key} was lost`);
    if (task.status === 'input_required') {
      const answers = Object.keys(task.inputRequests).map((question) => [
        question,
        { action: 'accept', content: { word: `word-${key}` } },
      ]);
      await patiently(caller, 'tasks/update', { taskId: id, inputResponses: Object.fromEntries(answers) });
    } else if (task.status !== 'working') return;
  }
  problems.push(`${key} did not end`);
}

async function strange(id, stranger) {
  for (const method of ['tasks/get', 'tasks/cancel']) {
    const reply = await patiently(stranger, method, { taskId: id });
    if (!/Unknown task/.test(reply.error?.message ?? ''))
      problems.push(`${stranger} reached ${id} with ${method}`);
    figures.strangers++;
  }
}

function judge({ id, kind, name, key }, task, journal) {
  const text = JSON.stringify(task.result ?? task);
  const begun = journal.filter((line) => line.startsWith(`begin ${key} `)).length;
  const done = journal.filter((line) => line.startsWith(`end ${key} `)).length;
  const isLost = /was lost|was stopped/.test(text);
  const state =
    task.status === 'cancelled'
      ? 'cancelled'
      : isLost
        ? 'worker lost'
        : task.result?.isError
          ? 'failed'
          : 'completed';
  figures.ended[state] = (figures.ended[state] ?? 0) + 1;
  if (begun > 1) figures.begunTwice = (figures.begunTwice ?? 0) + 1;
  if (begun > 1 && name === 'slow_once')
    problems.push(`${key} is not idempotent and was begun ${begun} times`);
  if (state === 'worker lost')
    return name === 'slow_once' || begun >= 3 ? undefined : problems.push(`${key} was given up`);
  if (kind === 'cancelled')
    return state === 'cancelled'
      ? undefined
      : state === 'completed' && done
        ? undefined
        : problems.push(`${key} ended as ${state}`);
  if (state === 'cancelled') return problems.push(`${key} was cancelled by nobody`);
  const word = kind.startsWith('slow') ? 'slow' : kind;
  const wantedText = `${word} ${key}${kind === 'asking' ? ` word-${key}` : ''}`;
  if ((kind === 'failing') !== (state === 'failed') || !text.includes(wantedText))
    problems.push(`${key} (${id}) is wrong: ${text.slice(0, 200)}`);
  if (kind !== 'failing' && !done) problems.push(`${key} completed without having been done`);
}

const disturbing = disturb();
let next = 0;
// How many calls are made at this moment, and not yet accepted or refused.
let under = 0;
const lanes = Array.from({ length: 12 }, async () => {
  while (figures.accepted + under < wanted) {
    under++;
    await operate(next++);
    await delay(random(40));
  }
});
await Promise.all([...lanes, disturbing]);

const journal = readFileSync(join(directory, 'journal'), 'utf8').split('\n');
for (const operation of accepted) {
  const seen = await Promise.all(
    httpPorts.map(() => patiently(operation.caller, 'tasks/get', { taskId: operation.id })),
  );
  // What is too large for one answer is kept by each server under a name of its own, after the beginning that is shown.
  const [one, other] = seen.map(({ result }) => JSON.stringify(result)?.slice(0, 400));
  if (one !== other) problems.push(`${operation.key} looks different from two servers`);
  judge(operation, seen[0].result ?? {}, journal);
}
for (const child of children.values()) await kill(child);
await kill(redis);
network.close();
rmSync(directory, { recursive: true, force: true });
figures.seconds = Math.round((Date.now() - begunAt) / 100) / 10;
process.stdout.write(`${JSON.stringify({ ...figures, problems }, undefined, 2)}\n`);
process.exit(problems.length ? 1 : 0);
