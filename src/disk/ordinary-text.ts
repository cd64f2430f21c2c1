import { readFileSync, statSync } from 'node:fs';

const LARGEST = 10_000_000;

/**
 * Returns the text of a file that merely lies somewhere; undefined if there is none, or if reading it might never end: a pipe, a
 * device, a link to one, or a file larger than any that is written by hand.
 */
export function ordinaryText(file: string): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= LARGEST ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
