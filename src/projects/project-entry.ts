import { isObject } from '../base/json-value';
import { dirProblem, patternProblem, type Category, type Collection } from '../content/category';
import type { StoreDraft } from '../store/store-draft';
import type { StoreSnapshot } from '../store/store-text';
import { isFlagValue, type FlagValue } from '../store/flag-values';
import type { Project, ProjectRef } from './project';

/** Reads a project's entry; invalid settings are skipped and listed. */
export function readProject(snapshot: StoreSnapshot, ref: ProjectRef): Project {
  const entry = recordAt(recordAt(snapshot.data, 'projects'), ref.key);
  const ignored: string[] = [];
  const mapOf = <T>(section: string, read: (value: unknown) => T | undefined): Map<string, T> => {
    const map = new Map<string, T>();
    for (const [name, raw] of Object.entries(recordAt(entry, section) ?? {})) {
      const value = read(raw);
      if (value !== undefined) map.set(name, value);
      else ignored.push(placeOf(snapshot, ['projects', ref.key, section, name]));
    }
    return map;
  };
  return {
    ...ref,
    saved: entry !== undefined,
    ignored,
    categories: mapOf('categories', readCategory),
    collections: mapOf('collections', readCollection),
    flags: mapOf('project_flags', (value): FlagValue | undefined => (isFlagValue(value) ? value : undefined)),
  };
}

/** Returns every project that has an entry. */
export function projectRefs(snapshot: StoreSnapshot): ProjectRef[] {
  const projects = recordAt(snapshot.data, 'projects') ?? {};
  return Object.entries(projects).map(([key, entry]) => {
    const fields = isObject(entry) ? entry : {};
    const path = text(fields['path']);
    return {
      key,
      name: text(fields['name']) ?? key.replace(/-[0-9a-f]{8}$/, ''),
      hash: text(fields['hash']) ?? '',
      ...(path !== undefined && { path }),
    };
  });
}

/** Creates a project's entry if it has none. */
export function ensureEntry(draft: StoreDraft, ref: ProjectRef): void {
  if (draft.has(['projects', ref.key, 'name'])) return;
  for (const field of ['name', 'key', 'hash', 'path'] as const) {
    if (ref[field] !== undefined) draft.set(['projects', ref.key, field], ref[field]);
  }
}

function readCategory(value: unknown): Category | undefined {
  if (!isObject(value)) return undefined;
  const dir = text(value['dir']);
  if (dir === undefined || dirProblem(dir)) return undefined;
  const patterns = strings(value['patterns']).filter((pattern) => !patternProblem(pattern));
  const description = text(value['description']);
  return { dir, patterns, ...(description !== undefined && { description }) };
}

function readCollection(value: unknown): Collection | undefined {
  if (!isObject(value)) return undefined;
  const description = text(value['description']);
  return { categories: strings(value['categories']), ...(description !== undefined && { description }) };
}

function placeOf(snapshot: StoreSnapshot, path: readonly string[]): string {
  const line = snapshot.lineOf(path);
  return `${path.slice(2).join('/')}${line === undefined ? '' : ` (line ${line})`}`;
}

function recordAt(value: unknown, key: string): Record<string, unknown> | undefined {
  const inner = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isObject(inner) ? inner : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
