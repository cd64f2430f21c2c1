import { isAscii } from 'node:buffer';
import type { LineAutomaton } from './line-automaton';
import type { LineFinder } from './line-finder';

const NEWLINE = 10;
/** A filter that lets through a line in so few bytes costs more than it spares; tried on so many. */
const FEWEST_BYTES = 400;
const TRIED_ON = 64 * 1024;

/** A finder that spares asking the automaton, unless it can't be used on some bytes. */
interface Filter extends LineFinder {
  suits?(bytes: Buffer): boolean;
}

/** Finds the beginning of a match in what is ASCII. */
export class BeginningFinder implements Filter {
  private bytes: Buffer | undefined;
  private text = '';

  constructor(private readonly beginning: RegExp) {}

  suits(bytes: Buffer): boolean {
    return this.bytes === bytes || isAscii(bytes);
  }

  next(bytes: Buffer, from: number): number {
    if (this.bytes !== bytes) {
      this.bytes = bytes;
      this.text = bytes.toString('latin1');
    }
    this.beginning.lastIndex = from;
    return this.beginning.exec(this.text)?.index ?? -1;
  }
}

/** Asks the automaton only about lines that a faster finder finds, as long as these are few. */
export class FilteredFinder implements LineFinder {
  private passed = 0;
  private refused = 0;

  constructor(
    private readonly filter: Filter,
    private readonly automaton: LineAutomaton,
  ) {}

  next(bytes: Buffer, from: number): number {
    const isIdle = this.passed > TRIED_ON && this.refused * FEWEST_BYTES > this.passed;
    if (isIdle || this.filter.suits?.(bytes) === false) return this.automaton.next(bytes, from);
    for (let at = from; at < bytes.length;) {
      const found = this.filter.next(bytes, at);
      if (found < 0) {
        this.passed += bytes.length - at;
        return -1;
      }
      let start = found;
      while (start > at && bytes[start - 1] !== NEWLINE) start--;
      const newline = bytes.indexOf(NEWLINE, found);
      const end = newline < 0 ? bytes.length : newline;
      this.passed += end - at;
      if (this.automaton.next(bytes.subarray(start, end), 0) >= 0) return found;
      this.refused++;
      at = end + 1;
    }
    return -1;
  }
}
