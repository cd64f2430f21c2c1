import type { CompiledPattern, PatternInstruction } from './compiled-pattern';

// The kinds of instructions that are followed; every other one from FIRST_CHARACTER on takes a character.
const CHOICE = 1;
const CHOICE_MATCH = 2;
const CAPTURE = 3;
const EMPTY_WIDTH = 4;
const NOTHING = 7;
const FIRST_CHARACTER = 8;
const LAST_CHARACTER = 11;

const ASCII = 128;
/** How many characters of a match are looked at, and how many ways to begin one are told apart. */
const LONGEST = 8;
const MOST_WAYS = 16;

/** The characters of ASCII that may stand at each place of the beginning of a match. */
type Window = readonly string[];

/**
 * Returns a regular expression of JavaScript for how a match begins in ASCII, which the engine searches much faster than a
 * whole expression is matched. It is a choice of a few sequences of single characters, so that it takes linear time too.
 * Undefined if a match may be empty.
 */
export function beginningOf(pattern: CompiledPattern): RegExp | undefined {
  const { prog } = pattern.re2().dfa;
  let windows = waysFrom(prog.inst, prog.start, LONGEST);
  for (let length = LONGEST - 1; windows === undefined && length > 0; length--)
    windows = waysFrom(prog.inst, prog.start, length);
  if (!windows || windows.some((window) => window.length === 0)) return undefined;
  // A character that is never ASCII can't begin a match there.
  const possible = windows.filter((window) => !window.includes(''));
  return new RegExp(possible.map((window) => window.join('')).join('|') || '(?!)', 'g');
}

// Every way a match may begin, up to so many characters; undefined if there are too many.
function waysFrom(
  program: readonly PatternInstruction[],
  start: number,
  length: number,
): Window[] | undefined {
  const ways: Window[] = [];
  const open: { readonly at: number; readonly window: Window; readonly passed: readonly number[] }[] = [
    { at: start, window: [], passed: [] },
  ];
  for (let way = open.pop(); way; way = open.pop()) {
    const { at, window, passed } = way;
    const instruction = program[at]!;
    if (passed.includes(at)) continue;
    const on = (next: number): number => open.push({ at: next, window, passed: [...passed, at] });
    if (window.length === length) ways.push(window);
    else if (instruction.op >= FIRST_CHARACTER && instruction.op <= LAST_CHARACTER)
      open.push({ at: instruction.out, window: [...window, charactersOf(instruction)], passed: [] });
    else if (instruction.op === CHOICE || instruction.op === CHOICE_MATCH) {
      on(instruction.arg);
      on(instruction.out);
    } else if (instruction.op === CAPTURE || instruction.op === EMPTY_WIDTH || instruction.op === NOTHING)
      on(instruction.out);
    else ways.push(window);
    if (ways.length + open.length > MOST_WAYS) return undefined;
  }
  return ways;
}

const classes = new WeakMap<PatternInstruction, string>();

function charactersOf(instruction: PatternInstruction): string {
  const known = classes.get(instruction);
  if (known !== undefined) return known;
  let members = '';
  for (let code = 0; code < ASCII; code++)
    if (instruction.matchRune(code)) members += `\\x${code.toString(16).padStart(2, '0')}`;
  const made = members && `[${members}]`;
  classes.set(instruction, made);
  return made;
}
