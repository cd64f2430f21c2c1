import { isDeepStrictEqual } from 'node:util';
import type { ConfigFormat } from './client-profile';
import { editJson, readJson } from './edit-json';
import { editToml, readToml } from './edit-toml';
import { editYaml, readYaml } from './edit-yaml';

/** Which entry of a configuration is meant. */
export interface EntryPlace {
  readonly keys: readonly string[];
  readonly name: string;
  readonly list?: true;
}

/** What each format can do: read a text, and return one in which a single value is set or, if undefined, removed. */
export interface ConfigEditor {
  read(text: string): unknown;
  edit(text: string, path: readonly (string | number)[], value: unknown): string;
}

const EDITORS: Readonly<Record<ConfigFormat, ConfigEditor>> = {
  json: { read: readJson, edit: editJson },
  toml: { read: readToml, edit: editToml },
  yaml: { read: readYaml, edit: editYaml },
};

/** A configuration that can't be edited without losing something. */
export class UneditableConfig extends Error {
  override readonly name = 'UneditableConfig';
}

/** Returns the entry in a text, or undefined. */
export function entryIn(format: ConfigFormat, text: string, place: EntryPlace): unknown {
  const servers = serversIn(EDITORS[format].read(text), place.keys);
  if (!place.list) return ownValue(servers, place.name);
  return Array.isArray(servers) ? servers.find((one) => recordOf(one)?.['name'] === place.name) : undefined;
}

/**
 * Returns the text with the entry set, or removed if it is undefined; comments and everything else stay as they are. The result is
 * read back and compared, so that a text that the editor misjudged is never written.
 */
export function withEntry(format: ConfigFormat, text: string, place: EntryPlace, entry: unknown): string {
  const { read, edit } = EDITORS[format];
  const before = read(text);
  const path = pathOf(before, place);
  if (entry === undefined && entryIn(format, text, place) === undefined) return text;
  const edited = attempted(() => {
    const after = edit(text, path, entry);
    const isRight = isDeepStrictEqual(entryIn(format, after, place), entry);
    return isRight && sameBeside(before, read(after), place) ? after : undefined;
  });
  if (edited !== undefined) return edited;
  throw new UneditableConfig(
    `it is written in a way that can't be changed safely; ${entry === undefined ? 'take the entry out' : 'add the entry'} by hand`,
  );
}

// What an editor makes of a text that it misjudged may not even be readable.
function attempted(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function pathOf(before: unknown, { keys, name, list }: EntryPlace): (string | number)[] {
  const servers = serversIn(before, keys) ?? undefined;
  const isKind = list ? Array.isArray(servers) : recordOf(servers) !== undefined;
  if (!recordOf(before) || (servers !== undefined && !isKind))
    throw new UneditableConfig(
      `${recordOf(before) ? keys.join('.') : 'what it holds'} is not a ${list ? 'list' : 'table'} of servers; correct it by hand`,
    );
  if (!list) return [...keys, name];
  const all = Array.isArray(servers) ? servers : [];
  const there = all.findIndex((one) => recordOf(one)?.['name'] === name);
  return [...keys, there === -1 ? all.length : there];
}

function sameBeside(before: unknown, after: unknown, place: EntryPlace): boolean {
  return isDeepStrictEqual(without(before, place), without(after, place));
}

// The whole configuration without the entry, and without the tables around it if nothing else is in them.
function without(config: unknown, { keys, name, list }: EntryPlace): unknown {
  const copy = structuredClone(recordOf(config) ?? {});
  const chain = keys.reduce<Record<string, unknown>[]>(
    (parents, key) => {
      const next = recordOf(parents.at(-1)?.[key]);
      return next ? [...parents, next] : parents;
    },
    [copy],
  );
  const last = keys.at(-1)!;
  const parent = chain[keys.length - 1];
  if (list) {
    const servers = parent?.[last];
    if (Array.isArray(servers)) parent![last] = servers.filter((one) => recordOf(one)?.['name'] !== name);
  } else delete chain[keys.length]?.[name];
  for (let depth = keys.length - 1; depth >= 0; depth--) {
    const holder = chain[depth];
    const held = holder?.[keys[depth]!];
    if (typeof held === 'object' && Object.keys(held ?? {}).length === 0) delete holder![keys[depth]!];
  }
  return copy;
}

function serversIn(config: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(ownValue, config);
}

function ownValue(value: unknown, key: string): unknown {
  const record = recordOf(value);
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
