// What installing a server takes: every package reachable through its lock file, and the space they take on disk.
// `node bench/install-size.mjs` prints it for our own package, from this checkout's lock file.
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Files and directories take whole blocks, as most file systems have them: this is what `du` shows.
const BLOCK = 4096;

/** Returns the packages and MiB that `roots` need, according to the lock file in `directory`. */
export function installSize(directory, roots) {
  const locked = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;
  const reached = new Set();
  for (const root of roots) follow(locked, '', root, reached);
  let bytes = 0;
  for (const path of reached) bytes += sizeOf(join(directory, path));
  return { packages: reached.size, installMiB: bytes / 2 ** 20 };
}

/** The same for the package in `directory`: itself as npm packs it, and its required peers; it has no other dependencies. */
export function ownInstallSize(directory) {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const others = installSize(directory, peers);
  const ownMiB = packedSize(directory) / 2 ** 20;
  return { packages: others.packages + 1, installMiB: others.installMiB + ownMiB, ownMiB };
}

function packedSize(directory) {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  );
  return files.reduce((sum, { size }) => sum + inBlocks(size), folders.size * BLOCK);
}

function follow(locked, from, name, reached) {
  const path = resolve(locked, from, name);
  if (path === undefined || reached.has(path)) return;
  reached.add(path);
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked[path];
  for (const dependency of Object.keys(dependencies)) follow(locked, path, dependency, reached);
  for (const dependency of Object.keys(peerDependencies)) {
    if (!peerDependenciesMeta[dependency]?.optional) follow(locked, path, dependency, reached);
  }
}

// As Node resolves it: the nearest node_modules that contains the name.
function resolve(locked, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (locked[path]) return path;
    if (at === '') return undefined;
  }
}

/** The space that a directory takes. Nested node_modules are separate packages, and counted as such. */
function sizeOf(path) {
  let stat;
  try {
    stat = lstatSync(path);
  } catch {
    return 0;
  }
  if (!stat.isDirectory()) return inBlocks(stat.size);
  return readdirSync(path)
    .filter((entry) => entry !== 'node_modules')
    .reduce((sum, entry) => sum + sizeOf(join(path, entry)), BLOCK);
}

function inBlocks(bytes) {
  return Math.ceil(bytes / BLOCK) * BLOCK;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  process.stdout.write(`${JSON.stringify(ownInstallSize(root))}\n`);
}
