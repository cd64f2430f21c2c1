// How the tools' work grows with its input, and the bare operation beside it: wall times through the shipped command. A part of
// npm run bench:work.
import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { makeConfiguration, makeDocuments, makeFiles, makeText } from './work-ground.mjs';
import { listAll, serve } from './work-server.mjs';

const SIZES = [1, 10, 100, 1000, 10_000];
const FILES = [
  [1000, 9],
  [10_000, 5],
  [100_000, 3],
];
const DOCUMENTS = [100, 1000, 20_000];

/** Measures everything in a directory; rows of one series have a size, so that they can be drawn as a line. */
export async function workRows(command, ground) {
  prepare(ground);
  const rows = [];
  const row = async ({ times, through, bare, ...what }) => {
    const measured = { ...what, ms: await median(times, through) };
    if (bare) measured.bareMs = await median(times, bare);
    rows.push(measured);
    process.stderr.write(`${rowText(measured)}\n`);
  };
  const { call, close } = await serve(command, ground, 'auto');
  await reading(row, call, ground);
  await walking(row, call, ground);
  await commands(row, call);
  await code(row, call);
  await documents(row, call);
  await close();
  return rows;
}

/** The rows as a Markdown table. */
export function rowTable(rows) {
  return ['| | through Toolwright, ms | the bare thing, ms |', '|---|---:|---:|', ...rows.map(rowText)].join(
    '\n',
  );
}

async function reading(row, call, ground) {
  for (const size of SIZES) {
    const path = join(ground, `text-${size}.txt`);
    await row({
      title: `read_file, ${number(size)} KB`,
      series: 'read_file, by KB',
      size,
      times: 30,
      through: () => call('read_file', { path }),
      bare: () => readFileSync(path, 'utf8'),
    });
  }
}

async function walking(row, call, ground) {
  for (const [size, times] of FILES) {
    const path = join(ground, `files-${size}`);
    const names = () => readdirSync(path, { recursive: true });
    await row({
      title: `list_directory of ${number(size)} files, page after page`,
      series: 'list_directory, every page',
      size,
      times,
      through: () => listAll(call, { path }),
      bare: names,
    });
    await row({
      title: 'list_directory of the same with detail',
      series: 'list_directory with detail',
      size,
      times,
      through: () => listAll(call, { path, detail: true }),
      bare: () => {
        for (const name of names()) lstatSync(`${path}/${name}`);
      },
    });
    await row({
      title: 'list_directory of the same, the first 1,000',
      series: 'list_directory, one page',
      size,
      times,
      through: () => call('list_directory', { path, recursive: true }),
    });
    await row({
      title: `search_files for one of ${number(size)} names`,
      series: 'search_files by name',
      size,
      times,
      through: () => call('search_files', { path, pattern: '**/file-7.txt' }),
    });
    await row({
      title: 'search_files for a text in the same',
      series: 'search_files by content',
      size,
      times,
      through: () => call('search_files', { path, content: 'needle_42' }),
    });
  }
}

async function commands(row, call) {
  await row({
    title: 'execute_command: echo',
    times: 30,
    through: () => call('execute_command', { command: 'echo hello' }),
    bare: () => spawnSync('echo', ['hello']),
  });
  await row({
    title: 'a definition over echo',
    times: 30,
    through: () => call('hello', { who: 'you' }),
    bare: () => spawnSync('echo', ['you']),
  });
}

async function code(row, call) {
  await row({
    title: 'find_tools among the shipped tools',
    times: 30,
    through: () => call('find_tools', { query: 'read a file' }),
  });
  await row({
    title: 'run, no calls inside',
    times: 15,
    through: () => call('run', { command: '1 + 1' }),
  });
  for (const size of [10, 100, 1000]) {
    const command = `let last; for (let n = 0; n < ${size}; n++) last = await tools.echo({ message: 'hi' }); return last;`;
    await row({
      title: `run, ${number(size)} calls inside, one after another`,
      series: 'run, by calls inside',
      size,
      times: 7,
      through: () => call('run', { command }),
    });
  }
}

async function documents(row, call) {
  await call('set_project', { name: 'bench', create: true });
  for (const size of DOCUMENTS) {
    await call('category_add', { name: `docs-${size}`, dir: `docs-${size}`, patterns: ['**/*.md'] });
    await row({
      title: `get_content, one of ${number(size)} documents`,
      series: 'get_content, one document',
      size,
      times: 9,
      through: () => call('get_content', { expression: `docs-${size}/**/page-7.md` }),
    });
    await row({
      title: `get_content, the first hundred of ${number(size)}`,
      series: 'get_content, a hundred',
      size,
      times: 5,
      through: () => call('get_content', { expression: `docs-${size}` }),
    });
  }
}

// Creates everything the calls need, in a directory of its own.
function prepare(ground) {
  for (const size of SIZES) makeText(join(ground, `text-${size}.txt`), size);
  for (const [count] of FILES) makeFiles(join(ground, `files-${count}`), count);
  for (const count of DOCUMENTS)
    makeDocuments(join(ground, 'config', 'toolwright', 'docs', `docs-${count}`), count);
  makeConfiguration(ground);
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

function rowText({ title, ms, bareMs }) {
  return `| ${title} | ${shown(ms)} | ${bareMs === undefined ? '–' : shown(bareMs)} |`;
}

function number(value) {
  return value.toLocaleString('en');
}

function shown(ms) {
  return ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2);
}
