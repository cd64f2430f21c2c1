import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A path found in a value that isn't declared as one. */
export interface PathLike {
  readonly path: string;
  /** Written as a path; otherwise a word that happens to name an existing entry. */
  readonly sure: boolean;
}

/**
 * Returns the paths in a value: the whole of it, if it is absolute, below a home, contains `..` or names an existing entry,
 * and that of a `file:` URL wherever it stands (`x@file:../y`).
 */
export function pathsLike(value: string, base: string): PathLike[] {
  const url = /(?:^|[^a-z0-9])file:(\/\/)?(.*\S)/is.exec(value);
  const inUrl = url && decoded(url[1] === undefined ? url[2]! : `/${url[2]!}`);
  const sure = [written(value), inUrl].filter((path) => typeof path === 'string' && !isText(path, base));
  if (sure.length) return sure.map((path) => ({ path: path!, sure: true }));
  return value !== '' && exists(resolve(base, value)) ? [{ path: value, sure: false }] : [];
}

function written(value: string): string | undefined {
  if (value === '~' || value.startsWith('~/')) return join(homedir(), value.slice(1));
  if (/^~[A-Za-z_][\w-]*(\/|$)/.test(value)) return join(dirname(homedir()), value.slice(1));
  return value.startsWith('/') || value.split('/').includes('..') ? value : undefined;
}

// "/cc everyone" is a sentence unless something has that name, or could get it.
function isText(path: string, base: string): boolean {
  const full = resolve(base, path);
  const parent = dirname(full);
  return /\s/.test(path) && !exists(full) && (parent === '/' || !exists(parent));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
