import { dirname } from 'node:path';
import { pathsIn } from './argument-paths';
import { LINKS, LIST, RUNS, type CommandRule } from './command-rule';

/** The checks needed to judge arguments; all of them throw to refuse. */
export interface PathJudge {
  read(path: string, walks: boolean): void;
  /** A path that is written, or that may be, if the program or the argument is not well enough known. */
  write(path: string, walks: boolean, certainty: Certainty): void;
  /** Says that the program changes something, or may. */
  changes(): void;
  /** Says that it may move or make links. */
  movesLinks(): void;
  /** A directory in which the program opens files by names of its own choice: nothing for any other path. */
  inside(path: string, access: 'read' | 'write', extent: Extent): void;
  refuse(reason: string): never;
  /** Whether the program is an applet of busybox or the like, which follows links where GNU's does not. */
  readonly applet: boolean;
  /** Whether a sandbox restricts commands to the allowed paths. */
  readonly sandboxed: boolean;
}

/**
 * How much of a directory is looked through: all of it, its own entries, or as much as can be in a short time, for
 * programs that are not known to open anything in there.
 */
export type Extent = 'all' | 'entries' | 'some';

/** Whether a path is known to be written. */
export type Certainty = 'certain' | 'possible';

interface Manner {
  readonly writes: boolean;
  readonly walks: boolean;
  readonly certainty: Certainty;
}

interface Option {
  /** A letter, or the full `--name`. */
  readonly name: string;
  readonly value?: string;
  readonly inFront: boolean;
}

interface Parsed {
  readonly options: readonly Option[];
  readonly operands: readonly string[];
  /** Arguments to be judged for any path they may contain. */
  readonly unclear: readonly string[];
}

// The process's own streams, which give access to nothing new.
const OWN_STREAMS = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

/** Judges the arguments of a known program; returns the arguments to start it with. */
export function judgeArguments(all: readonly string[], rule: CommandRule, judge: PathJudge): string[] {
  const { refusedWords, refusedPairs, adds = [] } = rule;
  const args = adds.every((added, index) => all[index] === added) ? all.slice(adds.length) : all;
  refusePrograms(args, judge);
  if (refusedWords && args.some((arg) => refusedWords.pattern.test(arg))) judge.refuse(refusedWords.reason);
  if (refusedPairs && args.some((arg, index) => refusedPairs.pattern.test(`${arg} ${args[index + 1] ?? ''}`)))
    judge.refuse(refusedPairs.reason);
  const parsed = parse(rule.bundledFirst ? withDash(args) : args, rule, judge);
  refuseOptions(parsed, rule, judge);
  const has = (names: readonly string[] = []) =>
    parsed.options.some((option) => names.some((name) => isOption(option.name, name)));
  const walks = typeof rule.walks === 'object' ? has(rule.walks.withOptions) : (rule.walks ?? true);
  const writes = rule.operands === 'write' || has(rule.writesWith);
  if (writes) judge.changes();
  if (rule.movesLinks === 'always' || has(rule.movesLinks)) judge.movesLinks();
  if (has(rule.linksWith)) judgeLinks(parsed.operands, judge);
  if (rule.extracts === 'always' || has(rule.extracts)) judgeExtraction(judge);
  if (rule.makesNames === 'always' || has(rule.makesNames)) judgeMadeNames(parsed.operands, judge);
  const opensInside = judge.applet || rule.opensInside === 'always' || has(rule.opensInside);
  const certainty = rule.writesUnclear ? 'possible' : 'certain';
  const sources = rule.target ? sourcesIn(parsed, has(rule.target)) : 0;
  const operands = [...parsed.operands];
  if (rule.script && !has(rule.script.unless)) {
    const script = operands.shift() ?? '';
    const reason = rule.refusesScript?.(script);
    if (reason) judge.refuse(reason);
  }
  for (const option of parsed.options) {
    if (option.value === undefined || rule.text?.includes(option.name)) continue;
    const output = rule.writes?.some((name) => isOption(option.name, name)) ?? false;
    const target = writes && !rule.reads?.includes(option.name);
    judgeOperand(option.value, judge, { writes: output || target, walks, certainty });
    if (opensInside) judge.inside(option.value, output || target ? 'write' : 'read', 'all');
  }
  for (const text of parsed.unclear) judgeParts(text, judge, { writes, walks, certainty: 'possible' });
  operands.forEach((text, index) => {
    if (rule.operands === 'text') return;
    const output = writes || index + 1 >= (rule.writesFrom ?? Infinity);
    const how = { writes: output, walks, certainty: index < sources ? 'possible' : certainty } as const;
    if (rule.named) judgeNamed(text, rule.named, judge);
    else judgeOperand(text, judge, how);
    if (opensInside && index >= sources) judge.inside(text, output ? 'write' : 'read', 'all');
    if (rule.strips) judgeOperand(text.replace(/\.[^./]*$/, ''), judge, how);
  });
  const goesDown = rule.walksByDefault || (typeof rule.walks === 'object' && walks);
  if (goesDown && operands.length === 0) judge.read('.', true);
  if (goesDown && operands.length === 0 && opensInside) judge.inside('.', 'read', 'all');
  return [...adds, ...args];
}

/** Judges the arguments of an unknown program: every possible path in them, for reading and writing. */
export function judgeUnknownArguments(args: readonly string[], judge: PathJudge): string[] {
  judge.changes();
  refusePrograms(args, judge);
  for (const arg of args) {
    refuseUnseen(arg, judge);
    judgeOperand(arg, judge, { writes: false, walks: true, certainty: 'possible' });
    judgeOperand(arg, judge, { writes: true, walks: false, certainty: 'possible' });
    judge.inside(arg, 'read', 'some');
  }
  return [...args];
}

// What programs commonly call an option that leads to paths which nobody has seen; inside a sandbox they lead nowhere.
const UNSEEN: readonly (readonly [RegExp, string])[] = [
  [/^--(files|files0|file-?list|files0?-from|arg-?files?|input-files?|from-file|options-file)(=|$)/, LIST],
  [/^--(follow|(follow|copy)-(sym)?links?|dereference.*)$/, LINKS],
  [/^@./, LIST],
];

// `sdiff --diff-program=./x`, in whichever program.
function refusePrograms(args: readonly string[], judge: PathJudge): void {
  const found = args.find((arg) => /^--[a-z-]*-program(=|$)/.test(arg));
  if (found !== undefined) judge.refuse(`option ${found}: ${RUNS}`);
}

function refuseUnseen(arg: string, judge: PathJudge): void {
  if (judge.sandboxed) return;
  const found = UNSEEN.find(([pattern]) => pattern.test(arg));
  if (found) judge.refuse(`${arg}: ${found[1]}`);
}

// A relative target is seen from where the link is made, not from here.
function judgeLinks(operands: readonly string[], judge: PathJudge): void {
  if (!judge.sandboxed && operands.some((operand) => operand.split('/').includes('..')))
    judge.refuse('a link to `..` leads elsewhere from each directory: name its target without `..`');
}

// The whole word, also if it begins with a dash, and everything in it that may be a path.
function judgeOperand(text: string, judge: PathJudge, how: Manner): void {
  if (text !== '' && (text !== '-' || how.writes)) judgePath(text, judge, how);
  judgeParts(text, judge, { ...how, certainty: 'possible' });
}

function judgeParts(text: string, judge: PathJudge, how: Manner): void {
  for (const path of pathsIn(text)) judgePath(path, judge, how);
}

function judgePath(path: string, judge: PathJudge, { writes, walks, certainty }: Manner): void {
  if (OWN_STREAMS.has(path)) return;
  if (writes) judge.write(path, walks, certainty);
  else judge.read(path, walks);
}

// `if=a of=b`: the name says what is done with the path.
function judgeNamed(text: string, written: readonly string[], judge: PathJudge): void {
  const cut = text.indexOf('=');
  const writes = cut < 0 || written.includes(text.slice(0, cut));
  judgeOperand(text.slice(cut + 1), judge, { writes, walks: false, certainty: 'certain' });
}

// How many operands are only copied from; none, if an option's value could be taken for an operand.
function sourcesIn({ options, operands }: Parsed, targetIsOption: boolean): number {
  if (options.some(({ name, value }) => name.startsWith('--') && value === undefined)) return 0;
  return targetIsOption ? operands.length : operands.length - 1;
}

// It writes files beside its operands under names that it makes up.
function judgeMadeNames(operands: readonly string[], judge: PathJudge): void {
  judge.changes();
  for (const place of new Set(['.', ...operands.map((operand) => dirname(operand))])) {
    judge.write(place, true, 'possible');
    judge.inside(place, 'write', 'entries');
  }
}

// The names of what is written are in an archive or a patch.
function judgeExtraction(judge: PathJudge): void {
  judge.changes();
  if (!judge.sandboxed)
    judge.refuse('it writes files that are named in its input, which cannot be judged without a sandbox');
  judge.write('.', true, 'certain');
}

function refuseOptions(parsed: Parsed, rule: CommandRule, judge: PathJudge): void {
  for (const option of parsed.options) {
    if (rule.numeric?.includes(option.name) && option.value !== undefined && !/^\d+$/.test(option.value)) {
      judge.refuse(`option ${option.name} requires a number`);
    }
    if (rule.suffix?.includes(option.name) && !/^(~|\.bak|\.orig|)$/.test(option.value ?? ''))
      judge.refuse(`option ${option.name}: a backup may only be called .bak, .orig or ~`);
    const refused = {
      ...rule.refused,
      ...(option.inFront && rule.refusedInFront),
      ...(!judge.sandboxed && rule.refusedUnboxed),
    };
    // An abbreviation counts as the full option.
    const name = Object.keys(refused).find((key) => isOption(option.name, key));
    if (name !== undefined)
      judge.refuse(`option ${name.startsWith('--') ? name : `-${name}`}: ${refused[name]}`);
  }
}

function isOption(given: string, name: string): boolean {
  return given.startsWith('--') ? name.startsWith(given) : name === given;
}

function parse(args: readonly string[], rule: CommandRule, judge: PathJudge): Parsed {
  const options: Option[] = [];
  const operands: string[] = [];
  const unclear: string[] = [];
  const pending = [...args];
  for (let arg = pending.shift(); arg !== undefined; arg = pending.shift()) {
    const inFront = operands.length === 0;
    if (arg === '--') {
      operands.push(...pending.splice(0));
    } else if (arg.startsWith('--')) {
      const cut = arg.indexOf('=');
      const name = fullName(cut < 0 ? arg : arg.slice(0, cut), rule, judge);
      const value = cut >= 0 ? arg.slice(cut + 1) : rule.valued?.includes(name) ? pending.shift() : undefined;
      options.push({ name, inFront, ...(value !== undefined && { value }) });
    } else if (arg.startsWith('-') && arg !== '-') {
      parseLetters(arg, rule, { options, unclear, pending, inFront });
    } else {
      operands.push(arg);
    }
  }
  return { options, operands, unclear };
}

function parseLetters(
  arg: string,
  rule: CommandRule,
  into: { options: Option[]; unclear: string[]; pending: string[]; inFront: boolean },
): void {
  const { options, inFront } = into;
  for (let at = 1; at < arg.length; at++) {
    const name = arg[at]!;
    if (!/[A-Za-z0-9]/.test(name)) break;
    if (rule.attached?.includes(name)) {
      options.push({ name, inFront, ...(at + 1 < arg.length && { value: arg.slice(at + 1) }) });
      return;
    }
    if (rule.valued?.includes(name)) {
      const value = at + 1 < arg.length ? arg.slice(at + 1) : into.pending.shift();
      options.push({ name, inFront, ...(value !== undefined && { value }) });
      return;
    }
    options.push({ name, inFront });
  }
  into.unclear.push(arg);
}

function withDash([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [first.startsWith('-') ? first : `-${first}`, ...rest];
}

// GNU programs accept any unambiguous prefix of a long option.
function fullName(given: string, rule: CommandRule, judge: PathJudge): string {
  if (!rule.strict || rule.strict.includes(given)) return given;
  const matches = rule.strict.filter((name) => name.startsWith(given));
  if (matches.length !== 1)
    judge.refuse(`option ${given} is unknown, so its value cannot be distinguished from an operand`);
  return matches[0]!;
}
