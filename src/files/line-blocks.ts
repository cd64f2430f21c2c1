import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { Pace } from '../base/paced-work';

/** Lines of a file that were read together. */
export interface LineBlock {
  /** Complete lines without the last line break; or, if `whole` is false, a piece of a line that goes on. */
  readonly text: string;
  readonly whole: boolean;
  /** Where in its line the block begins: pieces of a very long line come one by one. */
  readonly column: number;
}

/** How a file is read block by block. */
export interface BlockOptions {
  readonly encoding: string;
  /** How many characters the pieces of a very long line have in common. */
  readonly overlap: number;
  readonly longestLine?: number;
}

const CHUNK = 1024 * 1024;
const LONGEST_LINE = 4 * 1024 * 1024;

/** Reads an open file block by block, however large it is, without holding more than a line of it. */
export async function* lineBlocks(
  descriptor: number,
  { encoding, overlap, longestLine = LONGEST_LINE }: BlockOptions,
  pace: Pace,
): AsyncGenerator<LineBlock> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: encoding === 'utf-8' });
  const bytes = Buffer.allocUnsafe(CHUNK);
  let rest = '';
  let column = 0;
  for (let at = 0; ;) {
    const read = readSync(descriptor, bytes, 0, CHUNK, at);
    at += read;
    rest += decoder.decode(bytes.subarray(0, read), { stream: read > 0 });
    const end = read > 0 ? rest.lastIndexOf('\n') : rest.length;
    if (end >= 0) {
      if (read > 0 || rest) yield { text: rest.slice(0, end), whole: true, column };
      if (read === 0) return;
      rest = rest.slice(end + 1);
      column = 0;
    } else if (rest.length > longestLine) {
      yield { text: rest, whole: false, column };
      column += rest.length - overlap;
      rest = overlap > 0 ? rest.slice(-overlap) : '';
    }
    await pace.yieldIfDue();
  }
}
