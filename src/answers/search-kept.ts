import type { ReadPart } from './read-kept-request';
import { characterStart, estimateTokens } from '../tokens/estimate';

const AROUND = 200;

/** Finds the lines that contain a text, each with its number and its offset; a long line is shown around the hit. */
export function searchKept(text: string, wanted: string, from: number, tokens: number): ReadPart {
  const shown: string[] = [];
  let room = tokens;
  let line = 1;
  let counted = 0;
  let found = 0;
  let next: number | undefined;
  for (let at = text.indexOf(wanted, from); at >= 0; found++) {
    const start = text.lastIndexOf('\n', at) + 1;
    const newline = text.indexOf('\n', at + Math.max(wanted.length - 1, 0));
    const end = newline < 0 ? text.length : newline;
    if (next === undefined) {
      for (
        let each = text.indexOf('\n', counted);
        each >= 0 && each < at;
        each = text.indexOf('\n', counted)
      ) {
        line++;
        counted = each + 1;
      }
      const entry = `${line} (offset ${at}): ${excerpt(text, start, end, at, wanted.length)}`;
      room -= estimateTokens(entry) + 1;
      if (room >= 0 || !shown.length) shown.push(entry);
      else next = at;
    }
    at = newline < 0 ? -1 : text.indexOf(wanted, newline + 1);
  }
  return { text: shown.join('\n'), note: noteOf(wanted, shown.length, found, from, next) };
}

function noteOf(
  wanted: string,
  shown: number,
  found: number,
  from: number,
  next: number | undefined,
): string {
  const after = from > 0 ? ` from offset ${from} on` : '';
  if (!found) return `[No line contains ${JSON.stringify(wanted)}${after}; upper and lower case differ.]`;
  if (next === undefined) return `[${found} matching lines${after}: these are all.]`;
  return `[${shown} of ${found} matching lines${after}. Continue with offset ${next}.]`;
}

function excerpt(text: string, start: number, end: number, at: number, length: number): string {
  const first = Math.max(start, at - AROUND);
  const last = Math.min(end, at + Math.min(length, AROUND) + AROUND);
  return `${first > start ? '…' : ''}${text.slice(characterStart(text, first), characterStart(text, last))}${last < end ? '…' : ''}`;
}
