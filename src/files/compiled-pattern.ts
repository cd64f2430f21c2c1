import { FileProblem } from '../disk/file-problem';

/** What is used of a regular expression that re2js has compiled. */
export interface CompiledPattern {
  matcher(text: string): { find(): boolean; start(): number };
  programSize(): number;
  re2(): { readonly dfa: LazyAutomaton; readonly prefilter: RequiredText | null };
}

/** Its automaton, which makes its states as they are needed. */
export interface LazyAutomaton {
  readonly prog: { readonly start: number; readonly inst: readonly PatternInstruction[] };
  readonly latin1Class: Int32Array;
  readonly numClasses: number;
  makeState(instructions: readonly number[], flags: number, ids: readonly number[]): AutomatonState | null;
  /** Returns the state after a character; null if there are too many states. */
  step(
    state: AutomatonState,
    characterClass: number,
    character: number,
    anchor: number,
  ): AutomatonState | null;
}

/** One instruction of its program. */
export interface PatternInstruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  matchRune(character: number): boolean;
}

/** A state of the automaton. */
export interface AutomatonState {
  /** Whether the expression had matched before the last character. */
  readonly isMatch: boolean;
}

/** A text that every match contains, or texts of which it contains all (`AND`) or some. */
export interface RequiredText {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly RequiredText[];
}

/** Compiles a regular expression, or throws a FileProblem. */
export async function compilePattern(source: string, ignoreCase: boolean): Promise<CompiledPattern> {
  const { RE2JS } = await import('re2js');
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new FileProblem('failed', `Invalid regular expression: ${(error as Error).message}`);
  }
}
