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
  if (!place.list) return recordOf(servers)?.[place.name];
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
  const edited = edit(text, path, entry);
  if (!isDeepStrictEqual(entryIn(format, edited, place), entry) || !sameBeside(before, read(edited), place))
    throw new UneditableConfig('it is written in a way that can not be changed safely; edit it by hand');
  return edited;
}

function pathOf(before: unknown, { keys, name, list }: EntryPlace): (string | number)[] {
  const servers = serversIn(before, keys);
  if (!list) {
    if (servers !== undefined && !recordOf(servers))
      throw new UneditableConfig(`${keys.join('.')} is not a table of servers in it`);
    return [...keys, name];
  }
  if (servers !== undefined && !Array.isArray(servers))
    throw new UneditableConfig(`${keys.join('.')} is not a list of servers in it`);
  const there = (servers ?? []).findIndex((one) => recordOf(one)?.['name'] === name);
  return [...keys, there === -1 ? (servers ?? []).length : there];
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
    if (held && typeof held === 'object' && Object.keys(held).length === 0) delete holder[keys[depth]!];
  }
  return copy;
}

function serversIn(config: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((value, key) => recordOf(value)?.[key], config);
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
