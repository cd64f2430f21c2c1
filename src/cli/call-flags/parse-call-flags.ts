import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isObject } from '../../base/json-value';
import { memberAt, setMemberAt } from '../../base/nested-member';
import { nearestNames } from '../../base/names';
import type { OwnOptions } from '../../config';
import { unknownOptionCure } from '../../config/unknown-option-cure';
import { AppUsageError, UsageError, type Io } from '../command';
import { entryFieldFlags, entryFlag, flagName, inEntry, type Flag } from './call-flag';
import { flagValue } from './call-flag-value';

/** The arguments of a tool, as read from the words of a shell command. */
export type FlagArguments = Record<string, unknown>;

/**
 * Reads the arguments of a tool or a prompt from words: `--title "Buy milk" --tag home --tag food --no-urgent`. One word may be a JSON
 * object, to which the flags add; `@FILE` reads a value or the whole object from a file, `-` from stdin, `@@` writes `@`.
 * A word that is neither may be a misspelt option of the command itself.
 */
export async function parseFlags(
  words: readonly string[],
  flags: readonly Flag[],
  io: Io,
  options: OwnOptions = {},
  owner: 'tool' | 'prompt' = 'tool',
): Promise<FlagArguments> {
  const args: FlagArguments = {};
  const given = new Set<string>();
  const unknown: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('--')) {
      for (const [key, value] of Object.entries(objectIn(await textOf(word, io, word))))
        setMemberAt(args, [key], value);
      continue;
    }
    const { name, inline } = split(word.slice(2));
    const found = findFlag(name, flags);
    if (!found) {
      unknown.push(noSuchFlag(name, owner, flags, options));
      // What follows is taken for its value, so that the next mistake is found as well.
      if (inline === undefined && words[at + 1]?.startsWith('--') === false) at++;
      continue;
    }
    const { flag, off } = found;
    const place = JSON.stringify(flag.path);
    const first = !given.has(place);
    if (!first && flag.kind !== 'list') throw new AppUsageError(`--${flag.name}: given twice`);
    given.add(place);
    if (off) {
      if (inline !== undefined) throw new AppUsageError(`--${name}: takes no value`);
      setMemberAt(
        args,
        flag.path,
        flag.kind === 'switch' ? false : flag.kind === 'list' && !flag.nullable ? [] : null,
      );
    } else if (flag.kind === 'switch' && inline === undefined) setMemberAt(args, flag.path, true);
    else {
      const text = inline ?? words[++at];
      if (text === undefined)
        throw new AppUsageError(`--${flag.name}: needs a value; write --${flag.name} VALUE`);
      const value = await valueOf(flag, text, io);
      if (flag.isWhole || flag.entries) merge(args, flag.path, value);
      else if (flag.kind !== 'list') setMemberAt(args, flag.path, value);
      else addTo(args, flag.path, first, Array.isArray(value) ? value : [value]);
    }
  }
  if (unknown.length) throw new AppUsageError(unknown.join(' '));
  return args;
}

function split(word: string): { name: string; inline?: string } {
  const equals = word.indexOf('=');
  return equals < 0 ? { name: word } : { name: word.slice(0, equals), inline: word.slice(equals + 1) };
}

/** Returns the flag with this name, as it is written in a shell; a list may also be named in the singular. */
export function findFlag(name: string, flags: readonly Flag[]): { flag: Flag; off: boolean } | undefined {
  const wanted = flagName(name);
  const exact =
    flags.find((flag) => flag.path.join('.') === name) ?? flags.find((flag) => flag.name === wanted);
  if (exact) return { flag: exact, off: false };
  const plurals = pluralsOf(wanted);
  const lists = flags.filter((flag) => flag.kind === 'list' && plurals.includes(flag.name));
  if (lists.length === 1) return { flag: lists[0]!, off: false };
  const entry = findEntry(name, flags);
  if (entry) return { flag: entry, off: false };
  if (!wanted.startsWith('no-')) return undefined;
  const off = flags.find((flag) => flag.name === wanted.slice(3)) ?? findEntry(name.slice(3), flags);
  return off && (off.kind !== 'value' || off.nullable) ? { flag: off, off: true } : undefined;
}

// A key may have dots and dashes of its own.
function findEntry(name: string, flags: readonly Flag[]): Flag | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const wanted = flagName(name.slice(0, dot));
    const map = flags.find((flag) => flag.entries && flag.name === wanted);
    if (map && dot + 1 < name.length) return flagInMap(map, name.slice(dot + 1));
  }
  return undefined;
}

function flagInMap(map: Flag, words: string): Flag {
  const fields = entryFieldFlags(map);
  for (let dot = words.indexOf('.'); dot > 0; dot = words.indexOf('.', dot + 1)) {
    const field = findFlag(words.slice(dot + 1), fields);
    if (field && !field.off) return inEntry(map, words.slice(0, dot), field.flag);
  }
  return entryFlag(map, words);
}

function pluralsOf(name: string): string[] {
  return [`${name}s`, `${name}es`, ...(name.endsWith('y') ? [`${name.slice(0, -1)}ies`] : [])];
}

function noSuchFlag(name: string, owner: string, flags: readonly Flag[], options: OwnOptions): string {
  const wanted = flagName(name);
  const own = nearestNames(
    wanted,
    flags.map((flag) => flag.name),
  );
  const lacks = `--${name}: the ${owner} has no such argument`;
  if (name === 'cwd' && !own.length) return `${lacks}; ${unknownOptionCure(name, [])}`;
  const nearest = (own.length ? own : misspelt(wanted, options)).map((each) => `--${each}`);
  const shown = flags.filter(({ isWhole }) => !isWhole);
  const known = shown.length
    ? `it takes ${shown.map((flag) => `--${flag.name}`).join(', ')}`
    : 'it takes no arguments';
  return `${lacks}; ${nearest.length ? `did you mean ${nearest.join(' or ')}?` : known}`;
}

// An option of the command whose name only has the word in it is another matter than what a tool takes.
function misspelt(wanted: string, options: OwnOptions): string[] {
  return nearestNames(wanted, Object.keys(options)).filter(
    (name) => !name.includes(wanted) && !wanted.includes(name),
  );
}

async function valueOf(flag: Flag, text: string, io: Io): Promise<unknown> {
  const read = await textOf(text, io, `--${flag.name}`);
  if (flag.kind === 'list' && /^\s*\[/.test(read)) {
    const list = flagValue(flag.name, read, {});
    if (Array.isArray(list)) return list;
  }
  return flagValue(flag.name, read, flag.schema);
}

async function textOf(word: string, io: Io, where: string): Promise<string> {
  if (word === '-') {
    if (!io.readStdin) throw new UsageError(`${where}: there is no stdin to read`);
    return io.readStdin();
  }
  if (word.startsWith('@@')) return word.slice(1);
  if (!word.startsWith('@')) return word;
  const file = resolve(io.cwd, word.slice(1));
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `${where}: ${word.slice(1)} can't be read (${(error as Error).message}); write @@ for a plain @`,
    );
  }
}

function objectIn(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `'${bounded(text)}' is not valid JSON (${(error as Error).message}): write arguments as --name value, or as one '{"name": "value"}'`,
    );
  }
  if (!isObject(value))
    throw new UsageError(
      'the arguments must be one JSON object: write --name value, or \'{"name": "value"}\'',
    );
  return value;
}

function bounded(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// Fields with flags of their own may come before the whole, which then adds to them.
function merge(args: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const before = memberAt(args, path);
  setMemberAt(args, path, isObject(before) && isObject(value) ? { ...before, ...value } : value);
}

function addTo(
  args: Record<string, unknown>,
  path: readonly string[],
  first: boolean,
  values: unknown[],
): void {
  const known = first ? [] : (memberAt(args, path) as unknown[]);
  setMemberAt(args, path, [...known, ...values]);
}
