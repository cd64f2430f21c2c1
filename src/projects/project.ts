import { createHash } from 'node:crypto';
import { basename, parse } from 'node:path';
import type { Category, Collection } from '../content/category';
import type { FlagValue } from '../store/flag-values';
import { MAX_NAME, normalName } from '../store/flag-values';

/** Which project: enough to find its entry, or to make it. */
export interface ProjectRef {
  /** `name-shorthash`: two directories of one name have two keys. */
  readonly key: string;
  readonly name: string;
  /** SHA-256 of the project's path. */
  readonly hash: string;
  readonly path?: string;
}

/** What is kept of a project. */
export interface Project extends ProjectRef {
  /** Whether the configuration has an entry for it yet. */
  readonly saved: boolean;
  /** What stands in the configuration and can't be used. */
  readonly ignored: readonly string[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly flags: ReadonlyMap<string, FlagValue>;
}

const PROJECT_NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** What is wrong with a project's name; undefined when nothing is. */
export function projectNameProblem(name: string): string | undefined {
  if (name === '' || [...name].length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters`;
  return PROJECT_NAME.test(name) ? undefined : 'may hold letters, digits, _ and - only';
}

/** Names a directory that can't be a project, for messages; undefined for any other. */
export function nonProjectDirectory(path: string, home: string | undefined): string | undefined {
  if (path === parse(path).root) return 'the root directory';
  return path === home ? 'your home directory' : undefined;
}

/** The project of a directory, named after it. */
export function projectOfDirectory(path: string): ProjectRef {
  const cleaned = normalName(basename(path))
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return projectRef([...cleaned].slice(0, MAX_NAME).join('') || 'project', path);
}

/** A project of a chosen name, in a directory or without one. */
export function projectRef(name: string, path: string | undefined): ProjectRef {
  const hash = createHash('sha256')
    .update(path ?? `name:${name}`)
    .digest('hex');
  return { key: `${name}-${hash.slice(0, 8)}`, name, hash, ...(path !== undefined && { path }) };
}
