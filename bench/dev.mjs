// npm run bench:dev: how long it takes `toolwright dev` from a save until the client is told and has the new list, in the project
// that `toolwright new app` writes. SAVES is a variable. It compares with nothing: on a busy machine, read the CPU time.
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RawClient } from './client.mjs';

const SAVES = Number(process.env.SAVES ?? 12);
const root = fileURLToPath(new URL('..', import.meta.url));
const command = join(root, 'dist', 'bin', 'toolwright.js');
const ground = mkdtempSync(join(tmpdir(), 'toolwright-dev-'));

try {
  process.stdout.write(
    '| module kind | wall ms: best, median, worst | CPU ms: best, median, worst | load |\n',
  );
  process.stdout.write('|---|---:|---:|---:|\n');
  for (const kind of ['esm', 'cjs']) await measure(kind);
  process.stdout.write(`\nNode ${process.version}, ${cpus().length} cores.\n`);
} finally {
  rmSync(ground, { recursive: true, force: true });
}

async function measure(kind) {
  const project = join(ground, kind);
  spawnSync(process.execPath, [command, 'new', 'app', project, '--module', kind]);
  linkPackages(join(project, 'node_modules'));
  const client = new RawClient([command, 'dev', '--app', 'src/app.ts'], process.env, project);
  await client.initialize();
  await client.listAll();
  const file = join(project, 'src', 'tools', 'add-note.ts');
  const text = readFileSync(file, 'utf8');
  const walls = [];
  const cpu = [];
  for (let save = 0; save < SAVES; save++) {
    // The process for the next version is started after each.
    await sleep(1000);
    const told = untilTold(client.child.stdout);
    const before = cpuMs(process.pid);
    const began = performance.now();
    writeFileSync(file, `${text}// ${save}\n`);
    await told;
    await client.listAll();
    walls.push(performance.now() - began);
    cpu.push(cpuMs(process.pid) - before);
  }
  await client.close();
  process.stdout.write(`| ${kind} | ${spread(walls)} | ${spread(cpu)} | ${loadavg()[0].toFixed(1)} |\n`);
}

function linkPackages(folder) {
  mkdirSync(folder);
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(folder, name));
  symlinkSync(root, join(folder, 'toolwright'), 'dir');
}

function untilTold(stdout) {
  return new Promise((resolve) => {
    let text = '';
    const read = (chunk) => {
      text += chunk;
      if (!text.includes('notifications/tools/list_changed')) return;
      stdout.off('data', read);
      resolve();
    };
    stdout.on('data', read);
  });
}

// The CPU time of all processes below one, those that have ended included.
function cpuMs(parent) {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
        return [{ pid: Number(pid), parent: Number(fields[1]), ticks: fields.slice(11, 15).map(Number) }];
      } catch {
        return [];
      }
    });
  const below = (pid) =>
    stats
      .filter((each) => each.parent === pid)
      .reduce((sum, each) => sum + each.ticks.reduce((a, b) => a + b) + below(each.pid), 0);
  return below(parent) * 10;
}

function spread(values) {
  const sorted = values.map(Math.round).sort((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join(', ');
}
