// What installing a server adds: every package reachable through its lock file, and their size on disk.
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the packages and MiB that `roots` need, according to the lock file in `directory`. */
export function installSize(directory, roots, { own = [] } = {}) {
  const locked = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8')).packages;
  const reached = new Set();
  for (const root of roots) follow(locked, '', root, reached);
  let bytes = 0;
  for (const path of reached) bytes += sizeOf(join(directory, path));
  for (const path of own) bytes += sizeOf(join(directory, path));
  return { packages: reached.size + (own.length ? 1 : 0), installMiB: bytes / 2 ** 20 };
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

// Nested node_modules are separate packages, and counted as such.
function sizeOf(path) {
  let stat;
  try {
    stat = lstatSync(path);
  } catch {
    return 0;
  }
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path)
    .filter((entry) => entry !== 'node_modules')
    .reduce((sum, entry) => sum + sizeOf(join(path, entry)), 0);
}
