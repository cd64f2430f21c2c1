import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { FileProblem } from '../disk/file-problem';
import type { WalkedEntry } from '../disk/walk-directory';
import { decoder } from './decode';
import type { SearchExpression } from './match-thread';
import { around, LINES_PER_LOOK, type ContentMatch, type LineMatcher, type SearchTurn } from './line-match';
import { mediaOf } from './media-kind';
import type { Pace } from './pace';
import { wideEncodingOf } from './wide-text';

/** Files above this size are read in parts. */
const LARGEST_AT_ONCE = 20 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const LONGEST_PATTERN = 500;
/** States that are followed on one line before another thread does it; some 20 ms. */
const MOST_STEPS = 300_000;

/** Returns a matcher for plain text, or for a regular expression in linear time. */
export async function lineMatcher(
  content: string,
  how: { regex: boolean; ignoreCase: boolean },
  signal: AbortSignal,
): Promise<LineMatcher> {
  if (how.regex) return expressionMatcher({ source: content, ignoreCase: how.ignoreCase }, signal);
  const wanted = how.ignoreCase ? content.toLowerCase() : content;
  return {
    at: (line) => (how.ignoreCase ? line.toLowerCase() : line).indexOf(wanted),
    longestLine: Infinity,
    // Lower case may be longer than the text was.
    overlap: content.length * 3,
    close: () => undefined,
  };
}

// Linear time is the size of the pattern times the length of the line, so a large one is left to another thread; so is
// compiling one with repeat counts, which stand for many copies.
async function expressionMatcher(expression: SearchExpression, signal: AbortSignal): Promise<LineMatcher> {
  const { MatchThread } = await import('./match-thread.js');
  const thread = new MatchThread(expression, signal);
  const far = { overlap: 0, elsewhere: (text: string) => thread.match(text), close: () => thread.close() };
  const { source, ignoreCase } = expression;
  if (source.length > LONGEST_PATTERN || /\{\d/.test(source)) {
    await thread.check();
    return { at: () => -1, longestLine: -1, ...far };
  }
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const at = (line: string): number => {
      const matcher = pattern.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    };
    return { at, longestLine: MOST_STEPS / pattern.programSize(), ...far };
  } catch (error) {
    throw new FileProblem('failed', `Invalid regular expression: ${(error as Error).message}`);
  }
}

/** Yields the matching lines of a text file, in UTF-8 or UTF-16; a file that is not searched is reported. */
export async function* searchContent(
  entry: WalkedEntry,
  matches: LineMatcher,
  turn: SearchTurn,
): AsyncGenerator<ContentMatch> {
  const descriptor = openWalked(entry);
  if (descriptor === undefined) return turn.leaveOut('unreadable');
  try {
    const { size } = fstatSync(descriptor);
    const start = Buffer.allocUnsafe(8192);
    const encoding = encodingOf(start.subarray(0, readSync(descriptor, start, 0, start.length, 0)));
    if (encoding === undefined) return turn.leaveOut('binary');
    if (size > LARGEST_AT_ONCE) {
      const { searchLarge } = await import('./search-large.js');
      yield* searchLarge(descriptor, encoding, matches, turn);
      return;
    }
    const bytes = await readAll(descriptor, size, turn.pace);
    const text = encoding === 'utf-8' ? bytes.toString('utf8') : decoder(encoding, 'lossy')(bytes);
    yield* searchText(text, matches, turn);
  } catch (error) {
    if (!isFileError(error)) throw error;
    turn.leaveOut('unreadable');
  } finally {
    closeSync(descriptor);
  }
}

async function* searchText(
  text: string,
  matches: LineMatcher,
  { pace, leaveOut }: SearchTurn,
): AsyncGenerator<ContentMatch> {
  const lines = text.split('\n');
  const shown = (index: number, hit: number): ContentMatch => {
    const line = lines[index]!;
    return { line: index + 1, ...around(line.endsWith('\r') ? line.slice(0, -1) : line, hit) };
  };
  if (matches.elsewhere && lines.some((line) => line.length > matches.longestLine)) {
    const hits = await matches.elsewhere(text);
    if (!hits) return leaveOut('too_slow');
    for (let at = 0; at < hits.length; at += 2) yield shown(hits[at]!, hits[at + 1]!);
    return;
  }
  for (let index = 0; index < lines.length; index++) {
    if (index % LINES_PER_LOOK === LINES_PER_LOOK - 1) await pace.yieldIfDue();
    const hit = matches.at(lines[index]!);
    if (hit >= 0) yield shown(index, hit);
  }
}

function encodingOf(start: Buffer): string | undefined {
  return wideEncodingOf(start) ?? (mediaOf(start).kind === 'text' ? 'utf-8' : undefined);
}

// Reading through the open directory keeps a swapped link from leading out.
function openWalked(entry: WalkedEntry): number | undefined {
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const descriptor = openSync(entry.directory.at(entry.name), flags);
    if (fstatSync(descriptor).isFile()) return descriptor;
    closeSync(descriptor);
  } catch {
    // Whatever the reason, the caller reports that it was not readable.
  }
  return undefined;
}

// Synchronous reads: the thread pool takes ten times as long for small files, and the pace lets other calls run in between.
async function readAll(descriptor: number, size: number, pace: Pace): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < bytes.length) {
    const read = readSync(descriptor, bytes, at, Math.min(CHUNK, bytes.length - at), at);
    if (read === 0) break;
    at += read;
    await pace.yieldIfDue();
  }
  return bytes.subarray(0, at);
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
