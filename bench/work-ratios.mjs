// What the tools' work costs as ratios to the bare thing, in turns with it, so that what else the machine does disturbs both.
// CPU is that of the server with its threads and children; wall time is shown beside it. A part of npm run bench:work.
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeDocuments, makeFiles, makeSources, makeText } from './work-ground.mjs';
import { connect, listAll, serve } from './work-server.mjs';

const TICK_MS = 10;
const MARGIN = 1.5;

// What was measured when the goals were set, by wall time.
const BEFORE = [
  [/^list_directory with detail/, '24'],
  [/^read_file/, '15–21'],
  [/^search_files.* to grep/, '4.3–4.9'],
  [/^search_files.* without a fixed text.* to ripgrep/, '5.8'],
  [/^search_files.* to ripgrep/, '1.4–2.3'],
  [/^run,/, '60'],
  [/^execute_command/, '3.3'],
];

/**
 * Measures every goal, or those whose title `only` matches; returns one row each. `command` is the built command, `ground` an empty
 * directory.
 */
export async function workRatios(command, ground, only = /(?:)/) {
  mkdirSync(ground, { recursive: true });
  makeFiles(join(ground, 'files'), 10_000);
  makeSources(join(ground, 'sources'), 20_000);
  makeDocuments(join(ground, 'config', 'toolwright', 'docs', 'pages'), 20_000);
  makeText(join(ground, 'text.txt'), 1000);
  const rows = [];
  const measure = async (title, goal, times, ours, bare) => {
    if (!only.test(title)) return;
    const row = { title, goal, ...(await compare(times, ours, bare)) };
    rows.push(row);
    process.stderr.write(`${rowText(row)}\n`);
  };
  const server = await serve(command, ground, 'off');
  const { call } = server;
  await listings(measure, server, ground);
  await reading(measure, server, ground);
  await searches(measure, server, ground);
  await measure(
    'run, back to back (ms of CPU, not a ratio)',
    10,
    20,
    counted(server, () => call('run', { command: '1 + 1' })),
  );
  await measure(
    'execute_command without the sandbox, to a bare spawn',
    2,
    20,
    counted(server, () => call('execute_command', { command: 'echo hello' })),
    ownProcess(() => spawnSync('echo', ['hello'])),
  );
  await documents(measure, server, ground);
  await server.close();
  if (spawnSync('bwrap', ['--version']).status === 0) {
    const boxed = await serve(command, ground, 'required');
    await measure(
      'execute_command in the sandbox, to bare bubblewrap',
      1.2,
      20,
      counted(boxed, () => boxed.call('execute_command', { command: 'echo hello' })),
      ownProcess(() => spawnSync('bwrap', BOX)),
    );
    await boxed.close();
  }
  return rows;
}

// The same isolation and the same mounts, around the same command.
const BOX = [
  ...'--die-with-parent --new-session --unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --cap-drop ALL'.split(
    ' ',
  ),
  ...'--unshare-net --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64'.split(
    ' ',
  ),
  ...'--proc /proc --dev /dev --tmpfs /tmp -- /usr/bin/echo hello'.split(' '),
];

async function listings(measure, server, ground) {
  const path = join(ground, 'files');
  for (const detail of [false, true])
    await measure(
      `list_directory${detail ? ' with detail' : ''}, 10,000 files, every page, to readdir and lstat`,
      3,
      5,
      counted(server, () => listAll(server.call, { path, detail })),
      ownProcess(() => {
        for (const folder of readdirSync(path))
          for (const name of readdirSync(`${path}/${folder}`)) lstatSync(`${path}/${folder}/${name}`);
      }),
    );
}

async function reading(measure, server, ground) {
  const path = join(ground, 'text.txt');
  const { content } = await server.call('read_file', { path });
  const answered = join(ground, 'answered.txt');
  writeFileSync(answered, content[0].text);
  const bare = await connect([fileURLToPath(new URL('bare-reader.mjs', import.meta.url))], ground);
  await measure(
    `read_file, ${Math.round(content[0].text.length / 1024)} KB of 1 MB answered, to a bare server with readFile of as much`,
    2,
    200,
    counted(server, () => server.call('read_file', { path })),
    counted(bare, () => bare.call('read_file', { path: answered })),
  );
  await bare.close();
}

async function searches(measure, server, ground) {
  const path = join(ground, 'sources');
  const hasRipgrep = spawnSync('rg', ['--version']).status === 0;
  for (const [what, args, grep] of [
    ['a text', { content: 'needle_42' }, ['-F', 'needle_42']],
    ['a text in any case', { content: 'NEEDLE_42', ignore_case: true }, ['-i', '-F', 'NEEDLE_42']],
    ['letters in any case', { content: 'A NEEDLE', ignore_case: true }, ['-i', '-F', 'A NEEDLE']],
    ['an expression', { content: 'a needle_\\d+ in', regex: true }, ['-E', 'a needle_[0-9]+ in']],
    [
      'an expression without a fixed text',
      { content: '[m-o][d-f]{2}[c-e][k-m][d-f].[0-9]+', regex: true },
      ['-E', '[m-o][d-f]{2}[c-e][k-m][d-f].[0-9]+'],
    ],
  ]) {
    const ours = counted(server, async () => {
      const { content } = await server.call('search_files', { path, ...args });
      if (!content.at(-1).text.includes('10 matching lines shown; these are all'))
        throw new Error(`search_files: ${content.at(-1).text}`);
    });
    const words = (program) => (program === 'rg' ? grep.filter((word) => word !== '-E') : grep);
    const bare = (program, flags) =>
      ownProcess(() => found(spawnSync(program, [...flags, ...words(program), path])));
    await measure(`search_files for ${what}, 20,000 files, to grep -r`, 1.5, 5, ours, bare('grep', ['-rn']));
    if (hasRipgrep)
      await measure(
        `search_files for ${what}, 20,000 files, to ripgrep`,
        2,
        5,
        ours,
        bare('rg', ['-n', '--no-heading']),
      );
  }
}

function found({ stdout }) {
  if (stdout.toString().trim().split('\n').length !== 10) throw new Error(`found ${stdout}`);
}

async function documents(measure, server, ground) {
  const { call } = server;
  const root = join(ground, 'config', 'toolwright', 'docs', 'pages');
  await call('set_project', { name: 'bench', create: true });
  await call('category_add', { name: 'pages', dir: 'pages', patterns: ['**/*.md'] });
  await measure(
    'get_content, a hundred of 20,000 documents, to reading the names and the hundred',
    2,
    10,
    counted(server, () => call('get_content', { expression: 'pages' })),
    ownProcess(async () => {
      const names = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.md'));
      await Promise.all(
        names
          .sort()
          .slice(0, 100)
          .map((name) => readFile(join(root, name), 'utf8')),
      );
    }),
  );
}

function counted({ pid }, run) {
  return { run, cpu: () => cpuOfTree(pid) };
}

function ownProcess(run) {
  return { run, cpu: () => cpuOf(process.pid) };
}

// Of a process and all below it that still run: what starts commands for a server goes on after each of them.
function cpuOfTree(pid) {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return children.reduce((sum, child) => sum + cpuOfTree(child), cpuOf(pid));
}

// Of a process with its threads and its children that have ended.
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

const ROUNDS = 5;

// One after the other in each round; CPU over all rounds, since it is counted in ticks, and the median of the wall times.
async function compare(times, ours, bare) {
  const sums = [];
  const sides = bare ? [ours, bare] : [ours];
  for (const side of sides) await side.run();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, side] of sides.entries()) {
      const sum = (sums[index] ??= { cpu: 0, walls: [] });
      const began = side.cpu();
      for (let time = 0; time < times; time++) {
        const start = performance.now();
        await side.run();
        sum.walls.push(performance.now() - start);
      }
      // What a thread does to be ready for the next run belongs to the last one.
      await sleep(50);
      sum.cpu += side.cpu() - began;
    }
  }
  const [our, their] = sums.map(({ cpu, walls }) => ({ cpu: cpu / times / ROUNDS, wall: median(walls) }));
  return {
    our,
    their,
    ratio: their ? our.cpu / their.cpu : our.cpu,
    wallRatio: their && our.wall / their.wall,
  };
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Whether a row is within its goal and the margin for a shared machine, by CPU or by wall time. */
export function isWithin({ goal, ratio, wallRatio = Infinity }) {
  return Math.min(ratio, wallRatio) <= goal * MARGIN;
}

/** The rows as a Markdown table. */
export function ratioTable(rows) {
  const head = [
    '| | goal | before | CPU ratio | wall ratio | | CPU, ms | bare, ms | wall, ms | bare, ms |',
    '|---|---:|---:|---:|---:|---|---:|---:|---:|---:|',
  ];
  return [...head, ...rows.map(rowText)].join('\n');
}

function rowText(row) {
  const { title, goal, ratio, wallRatio, our, their } = row;
  const verdict = ratio <= goal ? 'met' : wallRatio <= goal ? 'met by wall time' : 'missed';
  const before = BEFORE.find(([titles]) => titles.test(title))?.[1] ?? '–';
  const cells = [
    goal,
    before,
    shown(ratio),
    shown(wallRatio),
    verdict,
    our.cpu,
    their?.cpu,
    our.wall,
    their?.wall,
  ];
  return `| ${title} | ${cells.map((cell) => (typeof cell === 'string' ? cell : shown(cell))).join(' | ')} |`;
}

/** A figure with as many digits as it deserves. */
export function shown(value) {
  if (value === undefined) return '–';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
