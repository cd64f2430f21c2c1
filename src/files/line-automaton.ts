import type { AutomatonState, CompiledPattern, LazyAutomaton } from './compiled-pattern';
import type { LineFinder } from './line-finder';

const BEGIN_LINE_AND_TEXT = 1 | 4;
const END = -1;
const UNANCHORED = 0;
const NEWLINE = 10;
const ASCII = 128;

// Entries of the table: a state that is still to be computed, a line that may match, or the number of a state.
const UNKNOWN = 0;
const MAY_MATCH = 1;
const START = 2;
const MOST_STATES = 1_000;

/**
 * Finds the lines that an expression matches in one pass over the bytes, each line by itself, in linear time. Lines with
 * characters beyond ASCII, and those reached after too many states, are found whether or not they match.
 */
export class LineAutomaton implements LineFinder {
  private readonly automaton: LazyAutomaton;
  private readonly states: AutomatonState[] = [];
  private readonly numbers = new Map<AutomatonState, number>();
  private table = new Int32Array(0);

  constructor(pattern: CompiledPattern) {
    this.automaton = pattern.re2().dfa;
    const start = this.automaton.makeState([this.automaton.prog.start], BEGIN_LINE_AND_TEXT, []);
    if (start) this.numberOf(start);
  }

  next(bytes: Buffer, from: number): number {
    let { table } = this;
    let state = START;
    if (!this.states[START]) return from;
    const { length } = bytes;
    for (let at = from; at < length; at++) {
      let next = table[(state << 8) | bytes[at]!]!;
      if (next <= MAY_MATCH) {
        if (next === UNKNOWN) {
          next = this.compute(state, bytes[at]!);
          table = this.table;
        }
        if (next === MAY_MATCH) return at;
      }
      state = next;
    }
    return this.afterLine(state) === MAY_MATCH ? length : -1;
  }

  private compute(state: number, byte: number): number {
    const next = byte === NEWLINE ? this.afterLine(state) : this.afterByte(state, byte);
    this.table[(state << 8) | byte] = next;
    return next;
  }

  private afterByte(state: number, byte: number): number {
    if (byte >= ASCII) return MAY_MATCH;
    const { automaton } = this;
    const next = automaton.step(this.states[state]!, automaton.latin1Class[byte]!, byte, UNANCHORED);
    return !next || next.isMatch ? MAY_MATCH : this.numberOf(next);
  }

  private afterLine(state: number): number {
    const { automaton } = this;
    const end = automaton.step(this.states[state]!, automaton.numClasses, END, UNANCHORED);
    return !end || end.isMatch ? MAY_MATCH : START;
  }

  private numberOf(state: AutomatonState): number {
    const known = this.numbers.get(state);
    if (known !== undefined) return known;
    const number = START + this.numbers.size;
    if (number >= MOST_STATES) return MAY_MATCH;
    this.numbers.set(state, number);
    this.states[number] = state;
    const size = (number + 1) << 8;
    if (size > this.table.length) {
      const larger = new Int32Array(size * 2);
      larger.set(this.table);
      this.table = larger;
    }
    return number;
  }
}
