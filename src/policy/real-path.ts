import { lstatSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** A real path, with links resolved; parts that do not exist yet are kept as written. */
export interface RealPath {
  readonly path: string;
  readonly exists: boolean;
}

/** Maximum number of links followed, as in the kernel. */
const MOST_LINKS = 40;

/** Thrown for a path that cannot be resolved: a loop of links, or a part that is not a directory. */
export class UnresolvablePathError extends Error {
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'UnresolvablePathError';
  }
}

/** Resolves a path as the kernel would: link by link, `..` after links, relative to a real base. */
export function realPath(base: string, path: string): RealPath {
  const whole = isAbsolute(path) ? path : `${base}${sep}${path}`;
  const existing = quickRealPath(whole);
  return existing === undefined ? walk(whole) : { path: existing, exists: true };
}

/** Returns whether a path leads through a link in `/proc`, which leads elsewhere for each process. */
export function variesByProcess(base: string, path: string): boolean {
  let varies = false;
  walk(isAbsolute(path) ? path : `${base}${sep}${path}`, (link) => {
    varies ||= isWithin(link, PROCESSES);
  });
  return varies;
}

/** Where Linux shows its processes: the server's environment with its keys, too. */
export const PROCESSES = '/proc';

/** Returns whether a real path belongs to a process. */
export function isOfProcess(path: string): boolean {
  return /^\/proc\/\d/.test(path);
}

/** Returns whether a path is a directory or inside it, by components: `/tmp/root-evil` is not in `/tmp/root`. */
export function isWithin(path: string, directory: string): boolean {
  const inner = comparable(path);
  const outer = comparable(directory);
  if (inner === outer) return true;
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

function quickRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

// The slow way, for paths that do not fully exist (yet).
function walk(whole: string, onLink?: (link: string) => void): RealPath {
  const { root } = parse(whole);
  const pending = split(whole.slice(root.length)).reverse();
  let at = root;
  let links = 0;
  let missing = 0;
  while (pending.length > 0) {
    const name = pending.pop()!;
    if (name === '..') {
      at = dirname(at);
      missing = Math.max(0, missing - 1);
      continue;
    }
    const next = join(at, name);
    const stats = missing > 0 ? undefined : statOf(next);
    if (stats?.isSymbolicLink()) {
      if (++links > MOST_LINKS) throw new UnresolvablePathError(whole, 'too many links');
      onLink?.(next);
      const target = readlinkSync(next);
      const targetRoot = parse(target).root;
      if (targetRoot !== '') at = targetRoot;
      pending.push(...split(target.slice(targetRoot.length)).reverse());
      continue;
    }
    if (stats && !stats.isDirectory() && pending.length > 0) {
      throw new UnresolvablePathError(whole, `${next} is not a directory`);
    }
    if (!stats) missing++;
    at = next;
  }
  return { path: at, exists: missing === 0 };
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw new UnresolvablePathError(path, (error as Error).message);
  }
}

function split(path: string): string[] {
  return path.split(sep).filter((name) => name !== '' && name !== '.');
}

// On platforms with case-insensitive file systems, rules must ignore case too.
function comparable(path: string): string {
  return process.platform === 'darwin' || process.platform === 'win32' ? path.toLowerCase() : path;
}
