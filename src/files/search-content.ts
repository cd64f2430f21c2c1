import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Pace } from '../base/paced-work';
import type { WalkedEntry } from '../disk/walk-directory';
import { decoder } from './decode-file-text';
import { linesFound } from './found-lines';
import { around, LINES_PER_LOOK, type ContentMatch, type LineMatcher, type SearchTurn } from './line-match';
import { mediaOf, signedMedia } from './media-kind';
import { wideEncodingOf } from './wide-text';

/** Files up to this size are searched at once; some milliseconds. */
const SMALL = 256 * 1024;
/** Files above this size are read in parts. */
const LARGEST_AT_ONCE = 20 * 1024 * 1024;
const CHUNK = 1024 * 1024;
const BLOCK = 512;
/** So many bytes tell whether a file is text. */
const START = 8192;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Searches files for one matcher, with one buffer for all small ones. */
export class ContentSearch {
  private readonly buffer = Buffer.allocUnsafeSlow(SMALL);

  constructor(private readonly matches: LineMatcher) {}

  /** Returns the matching lines of a text file, in UTF-8 or UTF-16; undefined if there are none. One that is not searched is reported. */
  search(entry: WalkedEntry, turn: SearchTurn): AsyncIterable<ContentMatch> | undefined {
    const descriptor = openWalked(entry);
    if (descriptor === undefined) return void turn.leaveOut('unreadable');
    let isOpen = true;
    try {
      const bytes = this.read(descriptor);
      const encoding = encodingOf(bytes.length > START ? bytes.subarray(0, START) : bytes);
      const { finder } = this.matches;
      const isQuick = bytes.length < SMALL && encoding === 'utf-8';
      const first = isQuick && finder ? finder.next(bytes, 0) : 0;
      if (first < 0) return undefined;
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return undefined;
      if (encoding === undefined) return void turn.leaveOut('binary');
      if (isQuick && finder) return linesFound(bytes, finder, this.matches, turn, first);
      isOpen = false;
      const size = bytes.length < SMALL ? bytes.length : stats.size;
      return searchOpened(descriptor, { size, encoding }, this.matches, turn);
    } catch (error) {
      if (!isFileError(error)) throw error;
      return void turn.leaveOut('unreadable');
    } finally {
      if (isOpen) closeSync(descriptor);
    }
  }

  // Reads the beginning, which is all of most files, at once: the thread pool takes ten times as long, and the pace lets other
  // calls run in between. At a position, because a pipe that was put in the place of a file can't be read at one. A device,
  // which only the system's administrator can put there, is noticed before anything is reported of it: asking of each file what it
  // is would cost a tenth of the search.
  private read(descriptor: number): Buffer {
    let at = 0;
    do {
      const read = readSync(descriptor, this.buffer, at, SMALL - at, at);
      if (read === 0) break;
      at += read;
      // Some file systems answer with less than is there, but never with a part of a block.
    } while (at < SMALL && at % BLOCK === 0);
    return this.buffer.subarray(0, at);
  }
}

async function* searchOpened(
  descriptor: number,
  { size, encoding }: { readonly size: number; readonly encoding: string },
  matches: LineMatcher,
  turn: SearchTurn,
): AsyncGenerator<ContentMatch> {
  try {
    if (size > LARGEST_AT_ONCE) {
      const { searchLarge } = await import('./search-large.js');
      yield* searchLarge(descriptor, encoding, matches, turn);
      return;
    }
    const bytes = await readAll(descriptor, size, turn.pace);
    if (encoding === 'utf-8' && matches.finder) yield* linesFound(bytes, matches.finder, matches, turn);
    else
      yield* searchText(
        encoding === 'utf-8' ? bytes.toString('utf8') : decoder(encoding, 'lossy')(bytes),
        matches,
        turn,
      );
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
  { pace, leaveOut, longest }: SearchTurn,
): AsyncGenerator<ContentMatch> {
  const lines = text.split('\n');
  const shown = (index: number, hit: number): ContentMatch => {
    const line = lines[index]!;
    return { line: index + 1, ...around(line.endsWith('\r') ? line.slice(0, -1) : line, hit, longest) };
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
  const isPlain = !start.includes(0) && (start[0] ?? 0) < 0xfe;
  if (isPlain) return signedMedia(start) ? undefined : 'utf-8';
  return wideEncodingOf(start) || (mediaOf(start).kind === 'text' ? 'utf-8' : undefined);
}

// Reading through the open directory keeps a swapped link from leading out.
function openWalked(entry: WalkedEntry): number | undefined {
  try {
    return openSync(entry.directory.at(entry.name), FLAGS);
  } catch {
    return undefined;
  }
}

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
  return typeof error === 'object' && error !== null && 'syscall' in error;
}
