import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isObject } from '../../base/json-value';
import { memberAt, setMemberAt } from '../../base/nested-member';
import { AppUsageError, UsageError, type Io } from '../command';
import type { Flag } from './call-flag';
import { flagValue, readsNull } from './call-flag-value';
import { findFlag, type FoundFlag } from './find-flag';
import { flagSpellingOf } from './flag-spelling';
import { noSuchFlag, type FlagOwner } from './no-such-flag';

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
  owner: FlagOwner = {},
): Promise<FlagArguments> {
  const sources: Sources = { io, fromStdin: undefined };
  const args: FlagArguments = {};
  const given = new Set<string>();
  const unknown: string[] = [];
  // The last flag, if nothing may follow it that is meant for it.
  let bare: FoundFlag | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('--')) {
      if (bare && !/^\s*\{|^@|^-$/.test(word)) throw new AppUsageError(noValue(bare, word, flags));
      for (const [key, value] of Object.entries(
        objectIn(await textOf(word, sources, word === '-' ? 'all arguments' : word)),
      ))
        setMemberAt(args, [key], value);
      continue;
    }
    const { name, inline } = split(word.slice(2));
    const found = findFlag(name, flags);
    bare = found && inline === undefined && (found.off || found.flag.kind === 'switch') ? found : undefined;
    if (!found) {
      unknown.push(noSuchFlag(name, flags, owner));
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
      if (inline !== undefined)
        throw new AppUsageError(
          `--${name}: takes no value; write --${name} by itself, or --${name.slice(3)}=VALUE`,
        );
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
      const value = await valueOf(flag, text, sources);
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

async function valueOf(flag: Flag, text: string, sources: Sources): Promise<unknown> {
  const read = await textOf(text, sources, `--${flag.name}`);
  if (flag.kind === 'list' && /^\s*\[/.test(read)) {
    const list = flagValue(flag.name, read, {});
    if (Array.isArray(list)) return list;
  }
  if (read.trim() === 'null' && readsNull(flag)) return null;
  return flagValue(flag.name, read, flag.schema, flag.nullable);
}

function noValue({ flag, off }: FoundFlag, word: string, flags: readonly Flag[]): string {
  const { on = `--${flag.name}`, off: no, none } = flagSpellingOf(flag, flags);
  const follows = `takes no value after a blank, but '${bounded(word)}' follows; write`;
  if (flag.kind !== 'switch')
    return `--no-${flag.name}: ${follows} --no-${flag.name} by itself, or ${on} VALUE`;
  const ways = [on, no, ...(none === undefined ? [] : [none])];
  return `${off ? no : on}: ${follows} ${ways.slice(0, -1).join(', ')} or ${ways.at(-1)}`;
}

// Where values come from that aren't words themselves.
interface Sources {
  readonly io: Io;
  /** For what stdin was read. */
  fromStdin: string | undefined;
}

async function textOf(word: string, sources: Sources, where: string): Promise<string> {
  const { io } = sources;
  if (word === '-') {
    if (sources.fromStdin !== undefined)
      throw new UsageError(
        `${where}: stdin was read for ${sources.fromStdin} already, and can be read only once; write @FILE for one of them`,
      );
    if (!io.readStdin) throw new UsageError(`${where}: there is no stdin to read`);
    sources.fromStdin = where;
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
      `the arguments must be one JSON object, and '${bounded(text)}' is none: write --name value, or '{"name": "value"}'`,
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
