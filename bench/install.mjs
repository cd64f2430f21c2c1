// What people wait for: `npm install` of the packed package in an empty directory, and `npx` until a server answers, each with an empty npm
// cache, beside peers. It needs npm's registry and writes its tables into docs/performance.md.
import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { putIntoPage } from './page.mjs';
import { servers } from './servers.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'toolwright-install-'));
process.once('exit', () => rmSync(place, { recursive: true, force: true }));

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

const tarball = pack();
const installs = servers
  .filter(({ packages }) => packages?.length !== 0)
  .map(({ title, ours, packages }) => [title, ours ? [tarball] : packages.map(versioned)]);
const commands = [
  ['toolwright serve', ['--package', tarball, 'toolwright', 'serve']],
  ['@modelcontextprotocol/server-filesystem', ['@modelcontextprotocol/server-filesystem', place]],
  ['@modelcontextprotocol/server-memory', ['@modelcontextprotocol/server-memory']],
  ['@modelcontextprotocol/server-everything', ['@modelcontextprotocol/server-everything']],
];

const installed = installs.map(([title, packages]) => [title, best(() => install(packages))]);
const started = [];
for (const [title, args] of commands) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await npx(args));
  started.push([title, rounds.sort((one, other) => one.seconds - other.seconds)[0]]);
}
const tables = [
  table('`npm install`, empty cache', installed, ['packages', 'onDisk', 'downloaded', 'seconds']),
  table('`npx` until `initialize` is answered, empty cache', started, ['downloaded', 'seconds']),
].join('\n\n');
putIntoPage('install', tables);
process.stdout.write(`${tables}\n`);

function pack() {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', place], {
    cwd: root,
    stdio: 'ignore',
  });
  return join(
    place,
    readdirSync(place).find((name) => name.endsWith('.tgz')),
  );
}

// The same versions that the other tables are about.
function versioned(name) {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
  return dependencies[name] ? `${name}@${dependencies[name]}` : name;
}

function best(measure) {
  const rounds = Array.from({ length: ROUNDS }, measure);
  return rounds.sort((one, other) => one.seconds - other.seconds)[0];
}

function install(packages) {
  const directory = mkdtempSync(join(place, 'install-'));
  const { cache, env } = emptyCache();
  writeFileSync(join(directory, 'package.json'), '{ "name": "empty", "version": "1.0.0", "private": true }');
  const began = performance.now();
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
    cwd: directory,
    env,
    stdio: 'ignore',
  });
  const seconds = (performance.now() - began) / 1000;
  const modules = join(directory, 'node_modules');
  const { packages: locked } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const result = {
    packages: Object.keys(locked).length,
    onDisk: onDisk(modules),
    downloaded: bytesIn(cache),
    seconds,
  };
  rmSync(directory, { recursive: true });
  rmSync(cache, { recursive: true });
  return result;
}

function npx(args) {
  const { cache, env } = emptyCache();
  const began = performance.now();
  const child = spawn('npx', ['--yes', ...args], { cwd: place, env, stdio: ['pipe', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let seconds;
    child.stdin.on('error', () => undefined).write(INITIALIZE);
    child.stdout.once('data', () => {
      seconds = (performance.now() - began) / 1000;
      child.stdin.end();
      // Some servers outlive their client.
      child.kill();
    });
    child.once('close', () => {
      if (seconds === undefined) return reject(new Error(`npx ${args.join(' ')} ended without an answer`));
      const result = { downloaded: bytesIn(cache), seconds };
      rmSync(cache, { recursive: true, force: true });
      resolve(result);
    });
  });
}

function emptyCache() {
  const cache = mkdtempSync(join(place, 'cache-'));
  return { cache, env: { ...process.env, npm_config_cache: cache, npm_config_update_notifier: 'false' } };
}

function onDisk(path) {
  const stat = lstatSync(path);
  const own = stat.blocks * 512;
  return stat.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + onDisk(join(path, name)), own)
    : own;
}

// npm keeps what it downloaded, compressed as it came.
function bytesIn(cache) {
  const content = join(cache, '_cacache', 'content-v2');
  mkdirSync(content, { recursive: true });
  return readdirSync(content, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + lstatSync(join(entry.parentPath, entry.name)).size, 0);
}

function table(title, rows, columns) {
  const heads = {
    packages: 'packages',
    onDisk: 'on disk, MiB',
    downloaded: 'downloaded, MiB',
    seconds: 'seconds',
  };
  const cell = (column, value) => {
    if (column === 'packages') return value;
    return (column === 'seconds' ? value : value / 2 ** 20).toFixed(1);
  };
  return [
    `| ${title} | ${columns.map((column) => heads[column]).join(' | ')} |`,
    `|---|${columns.map(() => '---:').join('|')}|`,
    ...rows.map(
      ([name, figures]) =>
        `| ${name} | ${columns.map((column) => cell(column, figures[column])).join(' | ')} |`,
    ),
  ].join('\n');
}
