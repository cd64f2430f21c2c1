import { lineBlocks } from './line-blocks';
import { around, LINES_PER_LOOK, type ContentMatch, type LineMatcher, type SearchTurn } from './line-match';

/** Yields the matching lines of a file that is too large to be read at once; when the time is over, it pauses between lines. */
export async function* searchLarge(
  descriptor: number,
  encoding: string,
  matches: LineMatcher,
  turn: SearchTurn,
): AsyncGenerator<ContentMatch> {
  const { pace, from } = turn;
  const blocks = lineBlocks(descriptor, { encoding, overlap: matches.overlap }, pace);
  // The number of the line that comes next, and whether it needs no further look.
  let line = 1;
  let isDone = false;
  for await (const { text, whole, column } of blocks) {
    if (!whole) {
      const hit: number | undefined = isDone || line <= from ? -1 : longLineHit(text, matches, turn);
      if (hit !== undefined && hit >= 0)
        yield { line, ...around(text, hit, turn.longest), column: column + hit + 1 };
      isDone ||= hit === undefined || hit >= 0;
      continue;
    }
    const lines = text.split('\n');
    if (line + lines.length - 1 > from) {
      const hits = await hitsIn(lines, matches, turn);
      if (!hits) return turn.leaveOut('too_slow');
      for (const [index, hit] of hits) {
        if (index === 0 && isDone) continue;
        const shown = around(lines[index]!.replace(/\r$/, ''), hit, turn.longest);
        const moved = index === 0 && column > 0 ? { column: column + hit + 1 } : {};
        yield { line: line + index, ...shown, ...moved };
      }
      if (pace.spent) return turn.pause(line + lines.length - 1);
    }
    line += lines.length;
    isDone = false;
  }
}

// An expression needs the whole line; a plain text is found piece by piece.
function longLineHit(text: string, matches: LineMatcher, turn: SearchTurn): number | undefined {
  if (!matches.elsewhere) return matches.at(text);
  turn.leaveOut('long_line');
  return undefined;
}

async function hitsIn(
  lines: readonly string[],
  matches: LineMatcher,
  { pace }: SearchTurn,
): Promise<(readonly [index: number, hit: number])[] | undefined> {
  const hits: (readonly [number, number])[] = [];
  if (matches.elsewhere && lines.some((line) => line.length > matches.longestLine)) {
    const found = await matches.elsewhere(lines.join('\n'));
    if (!found) return undefined;
    for (let at = 0; at < found.length; at += 2) hits.push([found[at]!, found[at + 1]!]);
    return hits;
  }
  for (const [index, line] of lines.entries()) {
    if (index % LINES_PER_LOOK === LINES_PER_LOOK - 1) await pace.yieldIfDue();
    const hit = matches.at(line);
    if (hit >= 0) hits.push([index, hit]);
  }
  return hits;
}
