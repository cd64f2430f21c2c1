import { createHash } from 'node:crypto';
import { basename, parse } from 'node:path';
import type { Category, Collection } from '../content/category';
import type { FlagValue } from '../store/flag-values';
import { MAX_NAME, normalName } from '../store/flag-values';

/** Identifies a project: enough to find or create its entry. */
export interface ProjectRef {
  /** `name-shorthash`, so that directories of the same name have different keys. */
  readonly key: string;
  readonly name: string;
  /** SHA-256 of the project's path. */
  readonly hash: string;
  readonly path?: string;
}

/** A project with its settings. */
export interface Project extends ProjectRef {
  /** Whether the configuration has an entry for it yet. */
  readonly saved: boolean;
  /** Invalid settings in the configuration, which are ignored. */
  readonly ignored: readonly string[];
  readonly categories: ReadonlyMap<string, Category>;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly flags: ReadonlyMap<string, FlagValue>;
}

const PROJECT_NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** Returns the problem with a project name, if any. */
export function projectNameProblem(name: string): string | undefined {
  if (name === '' || [...name].length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters`;
  return PROJECT_NAME.test(name) ? undefined : 'may contain only letters, digits, _ and -';
}

/** Describes a directory that cannot be a project, for messages; undefined for any other. */
export function nonProjectDirectory(path: string, home: string | undefined): string | undefined {
  if (path === parse(path).root) return 'the root directory';
  return path === home ? 'your home directory' : undefined;
}

/** Returns the project of a directory, named after it. */
export function projectOfDirectory(path: string): ProjectRef {
  const cleaned = normalName(basename(path))
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return projectRef([...cleaned].slice(0, MAX_NAME).join('') || 'project', path);
}

/** Returns a project with a given name, with or without a directory. */
export function projectRef(name: string, path: string | undefined): ProjectRef {
  const hash = createHash('sha256')
    .update(path ?? `name:${name}`)
    .digest('hex');
  return { key: `${name}-${hash.slice(0, 8)}`, name, hash, ...(path !== undefined && { path }) };
}
