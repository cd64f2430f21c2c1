import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { FileProblem } from '../disk/file-problem';
import type { WalkedEntry } from '../disk/walk';
import { decoder } from './decode';
import { mediaOf } from './media-kind';
import type { Pace } from './pace';
import { wideEncodingOf } from './wide-text';

/** One line that matched. */
export interface ContentMatch {
  readonly line: number;
  readonly text: string;
  /** Where in a long line the hit is, counted from 1; `text` then is only what stands around it. */
  readonly column?: number;
}

/** Why a file was not searched. */
export type LeftOut = 'too_large' | 'binary' | 'unreadable';

/** Returns where a line matches; −1 if it does not. */
export type LineMatcher = (line: string) => number;

/** Files above this size are not searched. */
export const LARGEST_FILE = 20 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const LONGEST_LINE = 500;
const LINES_PER_LOOK = 500;

/** Returns a matcher for plain text, or for a regular expression in linear time. */
export async function lineMatcher(
  content: string,
  how: { regex: boolean; ignoreCase: boolean },
): Promise<LineMatcher> {
  if (!how.regex) {
    const wanted = how.ignoreCase ? content.toLowerCase() : content;
    return (line) => (how.ignoreCase ? line.toLowerCase() : line).indexOf(wanted);
  }
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(content, how.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => {
      const matcher = pattern.matcher(line);
      return matcher.find() ? matcher.start() : -1;
    };
  } catch (error) {
    throw new FileProblem('failed', `Invalid regular expression: ${(error as Error).message}`);
  }
}

/** Yields the matching lines of a text file, in UTF-8 or UTF-16; a file that is not searched is reported. */
export async function* searchContent(
  entry: WalkedEntry,
  matches: LineMatcher,
  pace: Pace,
  leaveOut: (why: LeftOut) => void,
): AsyncGenerator<ContentMatch> {
  const bytes = await readWalked(entry, pace);
  if (typeof bytes === 'string') return leaveOut(bytes);
  const text = textOf(bytes);
  if (text === undefined) return leaveOut('binary');
  const lines = text.split('\n');
  for (let index = 0; index < lines.length; index++) {
    if (index % LINES_PER_LOOK === LINES_PER_LOOK - 1) await pace.yieldIfDue();
    const line = lines[index]!;
    const hit = matches(line);
    if (hit >= 0) yield { line: index + 1, ...around(line.endsWith('\r') ? line.slice(0, -1) : line, hit) };
  }
}

function textOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 8192);
  const wide = wideEncodingOf(start);
  if (wide) return decoder(wide, 'lossy')(bytes);
  return mediaOf(start).kind === 'text' ? bytes.toString('utf8') : undefined;
}

// Synchronous reads: the thread pool takes ten times as long for small files, and the pace lets other calls run in
// between. Reading through the open directory keeps a swapped link from leading out.
async function readWalked(entry: WalkedEntry, pace: Pace): Promise<Buffer | LeftOut> {
  let descriptor: number;
  try {
    descriptor = openSync(
      entry.directory.at(entry.name),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return 'unreadable';
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'unreadable';
    if (stats.size > LARGEST_FILE) return 'too_large';
    const bytes = Buffer.allocUnsafe(stats.size);
    let at = 0;
    while (at < bytes.length) {
      const read = readSync(descriptor, bytes, at, Math.min(CHUNK, bytes.length - at), at);
      if (read === 0) break;
      at += read;
      await pace.yieldIfDue();
    }
    return bytes.subarray(0, at);
  } catch {
    return 'unreadable';
  } finally {
    closeSync(descriptor);
  }
}

// A long line is shown around its first hit.
function around(line: string, hit: number): { text: string; column?: number } {
  if (line.length <= LONGEST_LINE) return { text: line };
  const start = Math.max(0, Math.min(hit - LONGEST_LINE / 4, line.length - LONGEST_LINE));
  const end = start + LONGEST_LINE;
  const text = `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
  return { text: Buffer.from(text).toString(), column: hit + 1 };
}
