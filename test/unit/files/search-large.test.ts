import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineBlocks } from '../../../src/files/line-blocks';
import { Pace } from '../../../src/base/paced-work';
import type { ContentMatch, SkipReason } from '../../../src/files/line-match';
import { lineMatcher } from '../../../src/files/line-matcher';
import { searchLarge } from '../../../src/files/search-large';
import { temporaryDirectory } from '../../support/temporary-directory';

const signal = new AbortController().signal;
// Characters of one to four bytes, so that some of them lie across two reads.
const line = (index: number): string =>
  `${index} é漢😀 ${'-'.repeat(index % 97)}${index % 500 ? '' : ' wanted'}\r`;
const lines = Array.from({ length: 60_000 }, (_, index) => line(index));
const wanted = lines.flatMap((text, index) =>
  text.includes('wanted') ? [{ line: index + 1, text: text.slice(0, -1) }] : [],
);

function file(text: string, encoding: BufferEncoding = 'utf8'): number {
  const path = join(temporaryDirectory('large'), 'file');
  writeFileSync(path, text, encoding);
  return openSync(path, 'r');
}

// With no time at all each page searches one block, and the next one goes on after it.
async function pages(descriptor: number, encoding: string, regex: boolean) {
  const matcher = await lineMatcher('wanted', { regex, ignoreCase: false }, signal);
  const found: ContentMatch[] = [];
  const skipped: SkipReason[] = [];
  let from: number | undefined = 0;
  let count = 0;
  while (from !== undefined) {
    const after: number = from;
    from = undefined;
    const turn = {
      pace: new Pace(0, signal),
      from: after,
      longest: 500,
      leaveOut: (why: SkipReason) => void skipped.push(why),
      pause: (at: number) => void (from = at),
    };
    for await (const match of searchLarge(descriptor, encoding, matcher, turn))
      if (match.line > after) found.push(match);
    count++;
  }
  matcher.close();
  closeSync(descriptor);
  return { found, skipped, count };
}

describe.each([false, true])('a file searched block by block (regex: %s)', (regex) => {
  test('has the matches of the whole, however often it is interrupted', async () => {
    const { found, count } = await pages(file(lines.join('\n')), 'utf-8', regex);
    expect(found).toEqual(wanted);
    expect(count).toBeGreaterThan(3);
  });

  test('in UTF-16 too', async () => {
    const { found } = await pages(file(lines.join('\n'), 'utf16le'), 'utf-16le', regex);
    expect(found).toEqual(wanted);
  });
});

test('a line too long to be held is searched piece by piece, across the cuts', async () => {
  for (const before of [4 * 1024 * 1024 - 3, 4 * 1024 * 1024, 5 * 1024 * 1024 - 1, 9_000_000]) {
    const text = `${'x'.repeat(before)}wanted${'y'.repeat(6_000_000)}wanted\nwanted`;
    const { found } = await pages(file(text), 'utf-8', false);
    expect(found.map(({ line: at, column }) => [at, column])).toEqual([
      [1, before + 1],
      [2, undefined],
    ]);
  }
});

test('an expression is not matched with such a line, and that is reported', async () => {
  const { found, skipped } = await pages(file(`${'x'.repeat(6_000_000)}wanted\nwanted`), 'utf-8', true);
  expect(found).toEqual([{ line: 2, text: 'wanted' }]);
  expect(skipped).toContain('long_line');
});

test('the blocks joined are the file', async () => {
  for (const text of ['', '\n', 'a', 'a\n', '\na\n\nb', lines.join('\n')]) {
    const descriptor = file(text);
    const parts: string[] = [];
    for await (const block of lineBlocks(descriptor, { encoding: 'utf-8', overlap: 0 }, new Pace(0, signal)))
      parts.push(block.text);
    closeSync(descriptor);
    expect(parts.join('\n')).toBe(text.replace(/\n$/, ''));
  }
});
