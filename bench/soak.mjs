// Keeps the built server busy for some minutes with every kind of work at once, and watches what that costs over time:
//   node bench/soak.mjs [MINUTES] [--limit MB] [--delay MS] [--only read,run]
// It fails if memory goes on growing, a handle is left behind, or one thing keeps the only thread for too long.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RawClient } from './client.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string', default: '60' },
    delay: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const minutes = Number(positionals[0] ?? 8);
const MB = 1_000_000;

const root = mkdtempSync(join(tmpdir(), 'tw-soak-'));
const file = (...names) => join(root, ...names);
mkdirSync(file('sub'));
mkdirSync(file('.toolwright/tools'), { recursive: true });
for (let i = 0; i < 200; i++) writeFileSync(file('sub', `${i}.txt`), `line of ${i}\n`.repeat(300));
writeFileSync(file('large.txt'), `${'y'.repeat(99)}\n`.repeat(8_000));
const pages = createServer((_, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(
    `<article><h1>Page</h1>${'<p>Some words with <a href="/x">a link</a>.</p>'.repeat(400)}</article>`,
  );
});
await new Promise((resolve) => pages.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${pages.address().port}/`;
writeFileSync(
  file('.toolwright/tools/counter.json'),
  JSON.stringify({ name: 'counter', description: 'Counts.', command: 'wc -l large.txt', synchronous: false }),
);
writeFileSync(
  file('toolwright.yaml'),
  'prefix: ""\nweb: { allow_private: true }\noperations: { inline_wait: 2 }\ndefinitions: { dirs: [.toolwright/tools] }\n',
);

const client = new RawClient(
  [
    '--require',
    join(here, 'soak-probe.cjs'),
    join(here, '..', 'dist', 'bin', 'toolwright.js'),
    'serve',
    '--config',
    file('toolwright.yaml'),
  ],
  { PATH: process.env.PATH, HOME: root, SOAK_FILE: file('samples') },
  root,
);
await client.initialize();
const call = (name, args) => client.request('tools/call', { name, arguments: args });
const WORK = {
  read: (n) => call('read_file', { path: n % 5 ? `sub/${n % 200}.txt` : 'large.txt' }),
  write: (n) => call('write_file', { path: `sub/new-${n % 50}.txt`, content: 'x'.repeat(1 + (n % 5_000)) }),
  search: () => call('search_files', { path: '.', pattern: '**/*.txt', content: 'of 1[0-9]+', regex: true }),
  list: () => client.request('tools/list', {}),
  command: (n) => call('execute_command', { command: `cat sub/${n % 200}.txt | grep 1` }),
  run: (n) =>
    call('run', {
      command: `const all = []; for (let i = 0; i < 20; i++) all.push(await tools.read_file({ path: 'sub/' + (${n} + i) % 200 + '.txt' })); return all.length;`,
    }),
  page: (n) => call('web_fetch', { url: `${address}${n}` }),
  operation: () => call('counter', {}),
  wrong: (n) => call('read_file', { path: n, [`unknown${n}`]: 1 }),
};
const kinds = values.only ? values.only.split(',') : Object.keys(WORK);
const done = Object.fromEntries(kinds.map((kind) => [kind, 0]));
const failed = new Map();
const until = performance.now() + minutes * 60_000;

// Each kind of work goes on by itself, one call at a time.
async function keepBusy(kind) {
  for (let n = 0; performance.now() < until; n++) {
    const line = await WORK[kind](n);
    if (kind !== 'wrong' && line.includes('"isError":true')) failed.set(kind, line.slice(0, 300));
    done[kind]++;
    if (kind !== 'read') await sleep(kind === 'command' ? 50 : 10);
  }
}

const samples = () =>
  readFileSync(file('samples'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const handles = () => readdirSync(`/proc/${client.child.pid}/fd`).length;
const mean = (list, key) => list.reduce((sum, one) => sum + one[key], 0) / list.length;
const megabytes = (bytes) => (bytes / MB).toFixed(0).padStart(5);

const working = Promise.all(kinds.map(keepBusy));
console.log('   at    RSS   heap  external  resources  files  delay max ms');
const step = Math.max(5, Math.min(30, minutes * 6));
let seen = 0;
for (let next = performance.now() + step * 1000; next <= until + 1; next += step * 1000) {
  await sleep(Math.max(0, next - performance.now()));
  const recent = samples().slice(seen);
  seen += recent.length;
  const last = recent.at(-1);
  const at = ((performance.now() - (until - minutes * 60_000)) / 1000).toFixed(0);
  console.log(
    `${at.padStart(4)}s ${megabytes(mean(recent, 'rss'))}  ${megabytes(last.heapUsed)}     ${megabytes(last.external)}  ${String(last.resources).padStart(9)}  ${String(handles()).padStart(5)}  ${Math.max(
      ...recent.map((one) => one.delayMs),
    )
      .toFixed(0)
      .padStart(6)}`,
  );
}
await working;
await sleep(3_000);
const all = samples();
const left = { resources: all.at(-1).resources, files: handles() };
await client.close();
pages.close();
pages.closeAllConnections();
rmSync(root, { recursive: true, force: true });

// Growth is what the last quarter uses more than the second; the first is spent on loading and warming up.
const quarter = Math.floor(all.length / 4);
const second = mean(all.slice(quarter, 2 * quarter), 'rss');
const final = mean(all.slice(-quarter), 'rss');
const worst = Math.max(...all.slice(5).map((one) => one.delayMs));
console.log(
  `\ncalls: ${Object.entries(done)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')}`,
);
for (const [kind, line] of failed) console.log(`a call of ${kind} failed: ${line}`);
console.log(
  `RSS: ${megabytes(second)} MB in the second quarter, ${megabytes(final)} MB in the last; peak ${megabytes(Math.max(...all.map((one) => one.rss)))} MB`,
);
console.log(
  `longest time the thread was busy: ${worst.toFixed(0)} ms; left afterwards: ${left.resources} resources, ${left.files} files`,
);
const problems = [
  ...(final - second > Number(values.limit) * MB
    ? [`RSS grew by ${megabytes(final - second).trim()} MB`]
    : []),
  ...(worst > Number(values.delay) ? [`the thread was busy for ${worst.toFixed(0)} ms`] : []),
  ...(failed.size ? [`calls of ${[...failed.keys()].join(', ')} failed`] : []),
];
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
process.exitCode = problems.length ? 1 : 0;
