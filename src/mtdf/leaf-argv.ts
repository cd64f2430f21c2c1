import { posix } from 'node:path';
import type { Problem } from '../json/problem';
import type { Option } from './definition';
import type { Leaf } from './leaves';
import { pathFormat } from './path-argument-names';

/** One word of a command line: text, or content that is passed in a temporary file. */
export type ArgvWord = string | { readonly content: string };

/** A program and its arguments. */
export interface CommandLine {
  file: string;
  words: ArgvWord[];
}

/** A command line, or the problems with its arguments. */
export type BuiltCommandLine = { ok: true; line: CommandLine } | { ok: false; problems: Problem[] };

/** Arguments that control the call and never appear on the command line. */
export const META_ARGUMENTS: readonly string[] = [
  'args',
  'working_directory',
  'execution_mode',
  'timeout_seconds',
];

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Builds a command line from checked arguments: options in declared order as `--name value` (booleans as flags, lists
 * joined by spaces), then positionals in order, then free `args`. A value never becomes a flag: if one starts with a
 * dash, an option takes the `=` form and positionals follow `--`.
 */
export function buildCommandLine(leaf: Leaf, args: Arguments): BuiltCommandLine {
  const problems: Problem[] = nulProblems(args);
  const options = leaf.options.flatMap((option) => optionWords(option, args[option.name]));
  const free = freeWords(leaf, args);
  const positionals = positionalWords(leaf, args, free, problems);
  if (problems.length) return { ok: false, problems };
  const ordered = leaf.positionalsFirst ? [...positionals, ...options] : [...options, ...positionals];
  const [file = '', ...fixed] = commandWords(leaf);
  return { ok: true, line: { file, words: [...fixed, ...ordered, ...free] } };
}

/** Returns the program and the words that every call of a leaf starts with. */
export function commandWords(leaf: Leaf): string[] {
  const command = splitCommand(leaf.definition.command);
  // A bare shell is only a way to name utilities: its subcommands are the programs.
  if (command.length === 1 && leaf.words.length && isShell(command[0]!)) return [...leaf.words];
  return [...command, ...leaf.words];
}

/** Splits a command into words; quotes keep a path with spaces together. */
export function splitCommand(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

function optionWords(option: Option, given: unknown): ArgvWord[] {
  if (META_ARGUMENTS.includes(option.name)) return [];
  if (typeof given === 'boolean') return given ? [booleanFlag(option)] : [];
  const value = textOf(given);
  if (value === undefined) return [];
  if (option.file_arg) return [option.file_flag ?? flagOf(option.name), { content: value }];
  const name = flagOf(option.name);
  if (name.endsWith('=')) return [name + value];
  return value.startsWith('-') && name.startsWith('--') ? [`${name}=${value}`] : [name, value];
}

function positionalWords(
  leaf: Leaf,
  args: Arguments,
  free: readonly string[],
  problems: Problem[],
): ArgvWord[] {
  const words: { option: Option; word: ArgvWord }[] = [];
  let skipped: string | undefined;
  for (const option of leaf.positionals) {
    const values = positionalValues(option, args[option.name]);
    if (!values.length && !option.required) skipped ??= option.name;
    if (values.length && !option.required && skipped !== undefined) {
      problems.push({
        field: skipped,
        message: `is required when '${option.name}' is given, because positionals are identified by order`,
      });
    }
    for (const value of values) words.push({ option, word: option.file_arg ? { content: value } : value });
  }
  if (!words.some(({ word }) => isDashed(word))) return words.map(({ word }) => word);
  // `--` would also affect the flags after the positionals, so a path is prefixed with `./` and anything else is refused.
  const flagsFollow = leaf.positionalsFirst ? leaf.options.length > 0 : free.some(isDashed);
  if (!flagsFollow) return ['--', ...words.map(({ word }) => word)];
  return words.map(({ option, word }) => {
    if (!isDashed(word)) return word;
    if (pathFormat(option)) return `./${word as string}`;
    problems.push({
      field: option.name,
      message: 'must not start with a dash: the program would take it for an option',
    });
    return word;
  });
}

// Each item of a positional list is a separate word: `rm a b`, not `rm "a b"`.
function positionalValues(option: Option, given: unknown): string[] {
  if (META_ARGUMENTS.includes(option.name) && option.name !== 'args') return [];
  const values = Array.isArray(given) ? given : [given];
  return values.map(textOf).filter((value) => value !== undefined);
}

function freeWords(leaf: Leaf, args: Arguments): string[] {
  if (!leaf.options.some((option) => option.name === 'args')) return [];
  const given = args['args'];
  return (Array.isArray(given) ? given : [given]).map(textOf).filter((value) => value !== undefined);
}

// Null, empty strings and objects add nothing to a command line.
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map(textOf).filter((item) => item !== undefined);
    return items.length ? items.join(' ') : undefined;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the flag of an option: its name with dashes, unless it already has some. */
export function flagOf(name: string): string {
  return name.startsWith('-') ? name : `--${name}`;
}

function booleanFlag(option: Option): string {
  if (option.alias === undefined) return flagOf(option.name);
  return option.alias.startsWith('-') ? option.alias : `-${option.alias}`;
}

function isDashed(word: ArgvWord): boolean {
  return typeof word === 'string' && word.length > 1 && word.startsWith('-');
}

function isShell(file: string): boolean {
  return /^(ba|da|z|k)?sh$/.test(posix.basename(file));
}

function nulProblems(args: Arguments): Problem[] {
  const holdsNul = (value: unknown): boolean =>
    typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(holdsNul);
  return Object.entries(args)
    .filter(([, value]) => holdsNul(value))
    .map(([field]) => ({ field, message: 'must not contain a NUL character' }));
}
