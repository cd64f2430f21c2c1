import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileProblem } from '../policy/file-problem';
import type { OpenedFile } from '../policy/safe-open';
import { mediaOf } from './media-type';

/** One line that matched. */
export interface ContentMatch {
  readonly line: number;
  readonly text: string;
}

/** Whether one line matches. */
export type LineMatcher = (line: string) => boolean;

const LARGEST_FILE = 20 * 1024 * 1024;
const LONGEST_LINE = 500;
const LINES_PER_TURN = 2_000;

/** A matcher for plain text or, in linear time whatever the pattern, a regular expression. */
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

/** The lines of a text file that match, as they are found; binaries and very large files hold none. */
export async function* searchContent(
  file: OpenedFile,
  matches: LineMatcher,
  signal: AbortSignal,
): AsyncGenerator<ContentMatch> {
  if (file.stats.size > LARGEST_FILE) return;
  const bytes = await file.handle.readFile();
  if (mediaOf(bytes.subarray(0, 8192)).kind !== 'text') return;
  const lines = bytes.toString('utf8').split('\n');
  for (let index = 0; index < lines.length; index++) {
    if (index > 0 && index % LINES_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    const line = lines[index]!;
    if (matches(line)) yield { line: index + 1, text: shorten(line) };
  }
}

function shorten(line: string): string {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line;
  return text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text;
}
