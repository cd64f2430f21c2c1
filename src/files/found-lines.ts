import type { LineFinder } from './line-finder';
import { around, type ContentMatch, type LineMatcher, type SearchTurn } from './line-match';

const NEWLINE = 10;
/** So many bytes are searched before the clock is looked at; a longer line is searched at once. */
const AT_ONCE = 512 * 1024;

/** Yields the matching lines of a file in UTF-8: those that the finder finds are decoded, and matched one by one. */
export async function* linesFound(
  bytes: Buffer,
  finder: LineFinder,
  matches: LineMatcher,
  { pace, leaveOut, longest }: SearchTurn,
  first?: number,
): AsyncGenerator<ContentMatch> {
  let line = 1;
  let counted = 0;
  let known = first;
  for (const part of partsOf(bytes)) {
    for (let at = part.start; at <= part.end;) {
      const found: number = known ?? inPart(finder, bytes, at, part, matches);
      known = undefined;
      if (found < 0) break;
      const { start, end } = lineAround(bytes, found, at);
      line += newlinesIn(bytes, counted, start);
      counted = start;
      at = end + 1;
      const text = bytes.toString('utf8', start, end);
      const hit = await hitIn(text, matches);
      if (hit === undefined) return leaveOut('too_slow');
      if (hit >= 0) yield { line, ...around(text.endsWith('\r') ? text.slice(0, -1) : text, hit, longest) };
      await pace.yieldIfDue();
    }
    await pace.yieldIfDue();
  }
}

interface Part {
  readonly start: number;
  /** The end of its last line, without the line break. */
  readonly end: number;
}

// Whole lines, so that each is searched by itself.
function* partsOf(bytes: Buffer): Generator<Part> {
  for (let start = 0; start <= bytes.length;) {
    const newline = start + AT_ONCE < bytes.length ? bytes.indexOf(NEWLINE, start + AT_ONCE) : -1;
    const end = newline < 0 ? bytes.length : newline;
    yield { start, end };
    start = end + 1;
  }
}

function inPart(
  finder: LineFinder,
  bytes: Buffer,
  from: number,
  { start, end }: Part,
  { elsewhere }: LineMatcher,
): number {
  // It ends with a line that is too long for this thread.
  if (elsewhere && end - start > 2 * AT_ONCE) return from;
  if (start === 0 && end === bytes.length) return finder.next(bytes, from);
  const found = finder.next(bytes.subarray(start, end), from - start);
  return found < 0 ? -1 : start + found;
}

// A line may be too long for this thread.
async function hitIn(text: string, matches: LineMatcher): Promise<number | undefined> {
  if (!matches.elsewhere || text.length <= matches.longestLine) return matches.at(text);
  const hits = await matches.elsewhere(text);
  return hits && (hits[1] ?? -1);
}

function lineAround(bytes: Buffer, found: number, from: number): { start: number; end: number } {
  let start = found;
  while (start > from && bytes[start - 1] !== NEWLINE) start--;
  const newline = bytes.indexOf(NEWLINE, found);
  return { start, end: newline < 0 ? bytes.length : newline };
}

function newlinesIn(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === NEWLINE) count++;
  return count;
}
