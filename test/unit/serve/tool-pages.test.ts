import * as fc from 'fast-check';
import type { ToolShape } from '../../../src/tool/tool';
import { ToolPages, type ToolPage } from '../../../src/serve/parts/tool-pages';

interface Sample {
  readonly name: string;
  readonly entry: string | undefined;
}

function pagesOf(samples: readonly Sample[], limits: { pageSize?: number; pageBytes?: number }) {
  let written = 0;
  const pages = new ToolPages({
    tools: samples as unknown as ToolShape[],
    nameOf: ({ name }) => name,
    entryOf: (tool) => {
      written++;
      return (tool as unknown as Sample).entry;
    },
    ...limits,
  });
  return { pages, written: () => written };
}

function readAll(pages: ToolPages): ToolPage[] {
  const read = [pages.at()!];
  for (let page = read[0]!; page.nextCursor !== undefined; read.push(page)) page = pages.at(page.nextCursor)!;
  return read;
}

const sample = (number: number, entry: string | undefined): Sample => ({ name: `tool_${number}`, entry });
const ten = Array.from({ length: 10 }, (_, number) => sample(number, JSON.stringify({ number })));

// Entries of different lengths, and tools that can't be listed.
const someSamples = fc
  .array(fc.option(fc.nat(60), { nil: undefined }), { maxLength: 30 })
  .map((lengths) =>
    lengths.map((length, number) =>
      sample(number, length === undefined ? undefined : JSON.stringify('x'.repeat(length))),
    ),
  );

test('pages hold every tool that can be listed once, in order, within the limits, and none of them is empty', () => {
  fc.assert(
    fc.property(
      someSamples,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 90 }),
      (samples, pageSize, pageBytes) => {
        const { pages } = pagesOf(samples, { pageSize, pageBytes });
        const read = readAll(pages).map(({ text }) => JSON.parse(`[${text}]`) as string[]);
        expect(read.flat()).toEqual(
          samples.flatMap(({ entry }) => (entry === undefined ? [] : [JSON.parse(entry)])),
        );
        for (const page of read) {
          expect(page.length).toBeLessThanOrEqual(pageSize);
          if (read.length > 1) expect(page.length).toBeGreaterThan(0);
          if (page.length > 1)
            expect(page.map((each) => JSON.stringify(each)).join('').length).toBeLessThanOrEqual(pageBytes);
        }
        // No page could have taken the first entry of the next one.
        read.slice(1).forEach(([first], index) => {
          const before = read[index]!;
          const bytes = [...before, first].map((each) => JSON.stringify(each)).join('').length;
          expect(before.length === pageSize || bytes > pageBytes).toBe(true);
        });
      },
    ),
  );
});

test('a page is written once for those who read on, and only when it is asked for', () => {
  const { pages, written } = pagesOf(ten, { pageSize: 4 });
  const first = pages.at()!;
  expect(written()).toBe(5);
  const read = readAll(pages);
  const before = written();
  expect(readAll(pages)).toEqual(read);
  expect(written()).toBe(before);
  expect(pages.has(first.nextCursor!)).toBe(true);
});

test('a cursor that names another tool gives what follows it, and nothing of that is kept', () => {
  const { pages } = pagesOf(ten, { pageSize: 4 });
  const odd = Buffer.from('after:tool_1').toString('base64url');
  expect(JSON.parse(`[${pages.at(odd)!.text}]`)).toEqual([2, 3, 4, 5].map((number) => ({ number })));
  expect(pages.has(odd)).toBe(false);
});

test.each([
  '',
  'x',
  Buffer.from('after:tool_99').toString('base64url'),
  `${Buffer.from('after:tool_1').toString('base64url')}=`,
])('the cursor %j is refused', (cursor) => {
  expect(pagesOf(ten, { pageSize: 4 }).pages.at(cursor)).toBeUndefined();
});

test('entries that were written on several lines are sent on one', () => {
  const entry = { name: 'a', description: 'First.\nSecond.' };
  const { pages } = pagesOf(
    [sample(0, JSON.stringify(entry, null, 2)), sample(1, JSON.stringify(entry))],
    {},
  );
  const { text } = pages.at()!;
  expect(text).not.toContain('\n');
  expect(JSON.parse(`[${text}]`)).toEqual([entry, entry]);
});
