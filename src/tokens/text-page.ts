import { endWithin, oneCharacter } from './estimate';

// A page ends with a whole line if that costs it no more than this part.
const LINE_END_WITHIN = 0.25;

/** Returns where a page of at most so many tokens ends: after a whole line where one ends near, else between characters. */
export function pageEnd(text: string, start: number, limit: number, tokens: number): number {
  if (tokens === Infinity) return limit;
  const most = Math.min(endWithin(text, start, tokens), limit);
  if (most >= limit) return limit;
  const newline = text.lastIndexOf('\n', most - 1);
  if (newline + 1 > start + (most - start) * (1 - LINE_END_WITHIN)) return newline + 1;
  return most > start ? most : oneCharacter(text, start);
}

/** Returns where a line starts, counted from 1 at `from`; the length of the text if there are fewer. */
export function lineStart(text: string, line: number, from = 0): number {
  let at = from;
  for (let count = 1; count < line; count++) {
    const newline = text.indexOf('\n', at);
    if (newline < 0) return text.length;
    at = newline + 1;
  }
  return at;
}

/** Returns the number of lines; one that does not end counts. */
export function linesIn(text: string): number {
  let lines = 0;
  let at = 0;
  for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n', at)) {
    lines++;
    at = newline + 1;
  }
  return at < text.length ? lines + 1 : lines;
}
