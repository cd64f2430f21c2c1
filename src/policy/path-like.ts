import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A path found in a value that isn't declared as one. */
export interface PathLike {
  readonly path: string;
  /** Written as a path; otherwise a word that happens to name an existing entry. */
  readonly sure: boolean;
}

/** Returns the path in a value: absolute, below a home, with `..`, a `file:` URL, or the name of an existing entry. */
export function pathLike(value: string, base: string): PathLike | undefined {
  const path = written(value);
  if (path !== undefined) return isText(path, base) ? undefined : { path, sure: true };
  return value !== '' && exists(resolve(base, value)) ? { path: value, sure: false } : undefined;
}

function written(value: string): string | undefined {
  const url = /^file:\/*(.*)$/is.exec(value);
  if (url) return `/${decoded(url[1]!)}`;
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
