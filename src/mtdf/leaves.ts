import { posix } from 'node:path';
import type { Annotations, AvailabilityCheck, Definition, Option, Step, Subcommand } from './definition';

/** A callable leaf of a definition's tree, with inherited settings resolved. */
export interface Leaf {
  definition: Definition;
  /** Names joined by `_`, without `default`: `nextest_run`, or empty. */
  path: string;
  /** The bare name of its tool: `cargo_nextest_run`. */
  toolName: string;
  /** The words between the command and the arguments. */
  words: readonly string[];
  description: string;
  enabled: boolean;
  synchronous: boolean;
  timeoutSeconds: number | undefined;
  guidanceKey: string | undefined;
  options: readonly Option[];
  positionals: readonly Option[];
  positionalsFirst: boolean;
  /** Declares no arguments, so accepts any words. */
  freeform: boolean;
  sequence: readonly Step[] | undefined;
  /** Its path in the file: `subcommand[0].subcommand[1]`; empty for the whole tool. */
  place: string;
  /** The path of its sequence in the file. */
  sequencePath: string;
  stepDelayMs: number;
  /** Availability checks from the tool down; all must pass. */
  checks: readonly { check: AvailabilityCheck; words: readonly string[] }[];
  installInstructions: string | undefined;
  annotations: Annotations;
}

/** Settings inherited down the tree. */
interface Inherited {
  place: string;
  names: readonly string[];
  words: readonly string[];
  enabled: boolean;
  synchronous: boolean | undefined;
  timeoutSeconds: number | undefined;
  guidanceKey: string | undefined;
  sequence: readonly Step[] | undefined;
  sequencePath: string;
  stepDelayMs: number | undefined;
  checks: Leaf['checks'];
  installInstructions: string | undefined;
  annotations: Annotations;
}

const FREE_WORDS: Option = {
  name: 'args',
  type: 'array',
  description: 'Words after the command, one item each',
};

/** Returns every leaf of a definition in file order, including disabled ones. */
export function leavesOf(definition: Definition): Leaf[] {
  const checks = definition.availability_check ? [{ check: definition.availability_check, words: [] }] : [];
  const inherited: Inherited = {
    place: '',
    names: [],
    words: [],
    enabled: definition.enabled,
    synchronous: definition.synchronous,
    timeoutSeconds: definition.timeout_seconds,
    guidanceKey: definition.guidance_key,
    sequence: definition.sequence,
    sequencePath: 'sequence',
    stepDelayMs: definition.step_delay_ms,
    checks,
    installInstructions: definition.install_instructions,
    annotations: definition.annotations ?? {},
  };
  const found = subcommandLeaves(definition, inherited);
  const names = new Set<string>();
  return found.filter((one) => !names.has(one.toolName) && names.add(one.toolName));
}

/** Finds a leaf by path: `nextest_run`, `nextest run` and `nextest/run` are the same; `default` adds nothing. */
export function findLeaf(
  definition: Definition,
  path: string,
  options: { disabledToo?: boolean } = {},
): Leaf | undefined {
  const wanted = pathKey(path);
  return leavesOf(definition).find(
    (one) => (one.enabled || options.disabledToo) && pathKey(one.path) === wanted,
  );
}

/** Finds tool and leaf by a joined name; if it is ambiguous, the longest tool name wins. */
export function findJoined(definitions: Iterable<Definition>, joined: string): Leaf | undefined {
  const byLength = [...definitions].sort((a, b) => b.name.length - a.name.length);
  for (const definition of byLength) {
    if (joined !== definition.name && !joined.startsWith(`${definition.name}_`)) continue;
    const leafOf = findLeaf(definition, joined.slice(definition.name.length + 1));
    if (leafOf) return leafOf;
  }
  return undefined;
}

// A sequence next to a real command is a separate leaf under the tool's name; the subcommands are unaffected.
function subcommandLeaves(definition: Definition, inherited: Inherited): Leaf[] {
  const { subcommand = [], sequence, command } = definition;
  if (!subcommand.length) return [leaf(undefined, definition, inherited)];
  const beside = sequence && command !== 'sequence';
  const passedOn = beside ? { ...inherited, sequence: undefined } : inherited;
  const found = subcommand.flatMap((child, index) =>
    below(child, definition, passedOn, `subcommand[${index}]`),
  );
  return beside ? [...found, leaf(undefined, definition, inherited)] : found;
}

function below(subcommand: Subcommand, definition: Definition, above: Inherited, place: string): Leaf[] {
  const isDefault = subcommand.name === 'default';
  const addsNoWord = isDefault || (!above.words.length && repeatsCommand(subcommand.name, definition));
  const words = addsNoWord ? above.words : [...above.words, ...wordsOf(subcommand.name)];
  const inherited: Inherited = {
    place,
    names: isDefault ? above.names : [...above.names, subcommand.name],
    words,
    enabled: above.enabled && subcommand.enabled,
    synchronous: subcommand.synchronous ?? above.synchronous,
    timeoutSeconds: subcommand.timeout_seconds ?? above.timeoutSeconds,
    guidanceKey: subcommand.guidance_key ?? above.guidanceKey,
    sequence: subcommand.sequence ?? above.sequence,
    sequencePath: subcommand.sequence ? `${place}.sequence` : above.sequencePath,
    stepDelayMs: subcommand.step_delay_ms ?? above.stepDelayMs,
    checks: subcommand.availability_check
      ? [...above.checks, { check: subcommand.availability_check, words }]
      : above.checks,
    installInstructions: subcommand.install_instructions ?? above.installInstructions,
    annotations: subcommand.annotations ?? above.annotations,
  };
  if (!subcommand.subcommand?.length || subcommand.sequence) return [leaf(subcommand, definition, inherited)];
  return subcommand.subcommand.flatMap((child, index) =>
    below(child, definition, inherited, `${place}.subcommand[${index}]`),
  );
}

function leaf(subcommand: Subcommand | undefined, definition: Definition, inherited: Inherited): Leaf {
  const path = inherited.names.join('_');
  const freeform = !subcommand && !inherited.sequence && definition.tool_type !== 'livelog';
  return {
    definition,
    path,
    toolName: toolName(definition.name, path),
    words: inherited.words.length ? inherited.words : suffixWords(definition),
    description: subcommand?.description ?? definition.description,
    enabled: inherited.enabled,
    synchronous: inherited.synchronous ?? false,
    timeoutSeconds: inherited.timeoutSeconds,
    guidanceKey: inherited.guidanceKey,
    options: freeform ? [FREE_WORDS] : firstOfEach(subcommand?.options ?? []),
    positionals: firstOfEach(subcommand?.positional_args ?? []),
    positionalsFirst: subcommand?.positional_args_first ?? false,
    freeform,
    sequence: inherited.sequence,
    place: inherited.place,
    sequencePath: inherited.sequencePath,
    stepDelayMs: inherited.stepDelayMs ?? 100,
    checks: inherited.checks,
    installInstructions: inherited.installInstructions,
    annotations: inherited.annotations,
  };
}

// Characters that clients do not accept in a tool's name become `_`; the words on the command line are unaffected.
function toolName(tool: string, path: string): string {
  return (path ? `${tool}_${path}` : tool).replace(/[^A-Za-z0-9_-]/g, '_');
}

// A tool called `cargo_fmt` over the command `cargo` means `cargo fmt`.
function suffixWords(definition: Definition): readonly string[] {
  const { name = '', command = '' } = definition;
  if (definition.tool_type === 'livelog' || !name.startsWith(`${command}_`) || command === '') return [];
  return wordsOf(name.slice(command.length + 1));
}

// `ls` with a subcommand `ls` means `ls`, not `ls ls`.
function repeatsCommand(name: string | undefined, { command = '' }: Definition): boolean {
  return name !== undefined && name === posix.basename(command);
}

function wordsOf(name: string | undefined): string[] {
  return (name ?? '').split(/[_\s]+/).filter(Boolean);
}

function pathKey(path: string): string {
  return path
    .split(/[_\s/.]+/)
    .filter((word) => word !== '' && word !== 'default')
    .join('_');
}

function firstOfEach(options: readonly Option[]): Option[] {
  return options.filter(
    (option, index) => options.findIndex((other) => other.name === option.name) === index,
  );
}
