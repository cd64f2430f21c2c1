import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { FileProblem } from '../disk/file-problem';
import type { WalkedEntry } from '../disk/walk';
import { mediaOf } from './media-kind';
import type { Pace } from './pace';

/** One line that matched. */
export interface ContentMatch {
  readonly line: number;
  readonly text: string;
}

/** Returns whether a line matches. */
export type LineMatcher = (line: string) => boolean;

const LARGEST_FILE = 20 * 1024 * 1024;
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
    return (line) => (how.ignoreCase ? line.toLowerCase() : line).includes(wanted);
  }
  const { RE2JS } = await import('re2js');
  try {
    const pattern = RE2JS.compile(content, how.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => pattern.matcher(line).find();
  } catch (error) {
    throw new FileProblem('failed', `Invalid regular expression: ${(error as Error).message}`);
  }
}

/** Yields the matching lines of a text file; binaries and very large files are skipped. */
export async function* searchContent(
  entry: WalkedEntry,
  matches: LineMatcher,
  pace: Pace,
): AsyncGenerator<ContentMatch> {
  const bytes = await readWalked(entry, pace);
  if (!bytes || mediaOf(bytes.subarray(0, 8192)).kind !== 'text') return;
  const lines = bytes.toString('utf8').split('\n');
  for (let index = 0; index < lines.length; index++) {
    if (index % LINES_PER_LOOK === LINES_PER_LOOK - 1) await pace.yieldIfDue();
    const line = lines[index]!;
    if (matches(line)) yield { line: index + 1, text: shorten(line) };
  }
}

// Synchronous reads: the thread pool takes ten times as long for small files, and the pace lets other calls run in
// between. Reading through the open directory keeps a swapped link from leading out.
async function readWalked(entry: WalkedEntry, pace: Pace): Promise<Buffer | undefined> {
  let descriptor: number;
  try {
    descriptor = openSync(
      entry.directory.at(entry.name),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || stats.size > LARGEST_FILE) return undefined;
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
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function shorten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}
