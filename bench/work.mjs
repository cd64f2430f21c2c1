// npm run bench:work: what the built-in tools' own work costs through the shipped command, compared to the bare operation,
// as ratios to it, and how it grows with its input. Stored in results/work.md. With --check only the ratios are measured, and
// it fails where one is beyond its goal and a margin of a half.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { beforeAndAfter } from './before-after.mjs';
import { putIntoPage } from './page.mjs';
import { makeConfiguration, makeDocuments, makeFiles, makeText } from './work-ground.mjs';
import { echoesBeside } from './work-echoes.mjs';
import { isWithin, ratioTable, workRatios } from './work-ratios.mjs';
import { listAll, serve } from './work-server.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const command = join(here, '..', 'dist', 'bin', 'toolwright.js');
const ground = mkdtempSync(join(tmpdir(), 'toolwright-work-'));
const rows = [];
const isCheck = process.argv.includes('--check');

let ratios;
let echoes;
try {
  ratios = await workRatios(command, join(ground, 'ratios'));
  echoes = await echoesBeside(command, join(ground, 'ratios'));
  if (!isCheck) await measureAll();
} finally {
  rmSync(ground, { recursive: true, force: true });
}
process.stdout.write(`${ratioTable(ratios)}\n\n${echoes}\n\n`);
if (isCheck) {
  const missed = ratios.filter((ratio) => !isWithin(ratio));
  for (const { title } of missed) process.stderr.write(`Beyond its goal and the margin: ${title}\n`);
  process.exit(missed.length ? 1 : 0);
}
putIntoPage('work ratios', ratioTable(ratios));
putIntoPage('echoes', echoes);
const table = ['| | through Toolwright, ms | the bare thing, ms |', '|---|---:|---:|', ...rows].join('\n');
mkdirSync(join(here, 'results'), { recursive: true });
writeFileSync(
  join(here, 'results', 'work.md'),
  `# What the built-in tools cost\n\nMedians. Node ${process.version}.\n\n${table}\n`,
);
putIntoPage('work', table);
process.stdout.write(`${table}\n\n`);
process.stdout.write(`${await beforeAndAfter()}\n`);

async function measureAll() {
  prepare();
  const { call, close } = await serve(command, ground, 'auto');
  for (const size of [1, 100, 1000]) {
    const path = join(ground, `text-${size}.txt`);
    await row(
      `read_file, ${size} KB`,
      30,
      () => call('read_file', { path }),
      () => readFileSync(path, 'utf8'),
    );
  }
  for (const [count, times] of [
    [1000, 9],
    [10_000, 5],
    [100_000, 3],
  ]) {
    const path = join(ground, `files-${count}`);
    await row(
      `list_directory of ${count.toLocaleString('en')} files, page after page`,
      times,
      () => listAll(call, { path }),
      () => readdirSync(path, { recursive: true }),
    );
    await row(`list_directory of the same, the first 1,000`, times, () =>
      call('list_directory', { path, recursive: true }),
    );
    await row(`search_files for one of ${count.toLocaleString('en')}`, times, () =>
      call('search_files', { path, pattern: '**/file-7.txt' }),
    );
  }
  await row(
    'execute_command: echo',
    30,
    () => call('execute_command', { command: 'echo hello' }),
    () => spawnSync('echo', ['hello']),
  );
  await row(
    'a definition over echo',
    30,
    () => call('hello', { who: 'you' }),
    () => spawnSync('echo', ['you']),
  );
  await row('find_tools among the shipped tools', 30, () => call('find_tools', { query: 'read a file' }));
  await row('run, no calls inside', 15, () => call('run', { command: '1 + 1' }));
  for (const count of [10, 100, 1000]) {
    const code = `let last; for (let n = 0; n < ${count}; n++) last = await tools.echo({ message: 'hi' }); return last;`;
    await row(`run, ${count.toLocaleString('en')} calls inside, one after another`, 7, () =>
      call('run', { command: code }),
    );
  }
  await call('set_project', { name: 'bench', create: true });
  for (const count of [100, 1000, 20_000]) {
    await call('category_add', { name: `docs-${count}`, dir: `docs-${count}`, patterns: ['**/*.md'] });
    await row(`get_content, one of ${count.toLocaleString('en')} documents`, 9, () =>
      call('get_content', { expression: `docs-${count}/**/page-7.md` }),
    );
    await row(`get_content, the first hundred of ${count.toLocaleString('en')}`, 5, () =>
      call('get_content', { expression: `docs-${count}` }),
    );
  }
  await close();
}

// Creates everything the calls need, in a directory of its own.
function prepare() {
  for (const size of [1, 100, 1000]) makeText(join(ground, `text-${size}.txt`), size);
  for (const count of [1000, 10_000, 100_000]) makeFiles(join(ground, `files-${count}`), count);
  for (const count of [100, 1000, 20_000])
    makeDocuments(join(ground, 'config', 'toolwright', 'docs', `docs-${count}`), count);
  makeConfiguration(ground);
}

async function row(title, times, action, bare) {
  const through = await median(times, action);
  rows.push(`| ${title} | ${shown(through)} | ${bare ? shown(await median(times, bare)) : '–'} |`);
  process.stderr.write(`${rows.at(-1)}\n`);
}

async function median(times, action) {
  const took = [];
  for (let n = 0; n <= times; n++) {
    const began = performance.now();
    await action();
    took.push(performance.now() - began);
  }
  took.shift();
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)];
}

function shown(ms) {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2);
}
