import { pathsIn } from './argument-paths';
import type { CommandRule } from './command-rules';

/** The path checks needed to judge arguments; both throw to refuse. */
export interface PathJudge {
  read(path: string, walks: boolean): void;
  write(path: string, walks: boolean): void;
  refuse(reason: string): never;
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
export function judgeArguments(args: readonly string[], rule: CommandRule, judge: PathJudge): string[] {
  const { refusedWords } = rule;
  if (refusedWords && args.some((arg) => refusedWords.pattern.test(arg))) judge.refuse(refusedWords.reason);
  const parsed = parse(rule.bundledFirst ? withDash(args) : args, rule, judge);
  refuseOptions(parsed, rule, judge);
  const has = (names: readonly string[] = []) => parsed.options.some((option) => names.includes(option.name));
  const walks = typeof rule.walks === 'object' ? has(rule.walks.withOptions) : (rule.walks ?? true);
  const writes = rule.operands === 'write' || has(rule.writesWith);
  const operands = [...parsed.operands];
  if (rule.script && !has(rule.script.unless)) {
    const script = operands.shift() ?? '';
    const reason = rule.refusesScript?.(script);
    if (reason) judge.refuse(reason);
  }
  for (const option of parsed.options) {
    if (option.value === undefined || rule.text?.includes(option.name)) continue;
    judgeText(option.value, judge, { writes: rule.writes?.includes(option.name) ?? writes, walks: false });
  }
  for (const text of parsed.unclear) judgeText(text, judge, { writes, walks });
  operands.forEach((text, index) => {
    if (rule.operands === 'text') return;
    judgeText(text, judge, { writes: writes || index + 1 >= (rule.writesFrom ?? Infinity), walks });
  });
  const goesDown = rule.walksByDefault || (typeof rule.walks === 'object' && walks);
  if (goesDown && operands.length === 0) judge.read('.', true);
  return [...(rule.adds ?? []), ...args];
}

/** Judges the arguments of an unknown program: every possible path in them, for reading and writing. */
export function judgeUnknownArguments(args: readonly string[], judge: PathJudge): string[] {
  for (const arg of args) {
    judgeText(arg, judge, { writes: false, walks: true });
    judgeText(arg, judge, { writes: true, walks: false });
  }
  return [...args];
}

function judgeText(text: string, judge: PathJudge, how: { writes: boolean; walks: boolean }): void {
  for (const path of pathsIn(text)) {
    if (OWN_STREAMS.has(path)) continue;
    if (how.writes) judge.write(path, how.walks);
    else judge.read(path, how.walks);
  }
}

function refuseOptions(parsed: Parsed, rule: CommandRule, judge: PathJudge): void {
  for (const option of parsed.options) {
    if (rule.numeric?.includes(option.name) && option.value !== undefined && !/^\d+$/.test(option.value)) {
      judge.refuse(`option ${option.name} requires a number`);
    }
    const refused = { ...rule.refused, ...(option.inFront && rule.refusedInFront) };
    // An abbreviation counts as the full option.
    const name = Object.keys(refused).find((key) =>
      option.name.startsWith('--') ? key.startsWith(option.name) : key === option.name,
    );
    if (name !== undefined)
      judge.refuse(`option ${name.startsWith('--') ? name : `-${name}`}: ${refused[name]}`);
  }
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
