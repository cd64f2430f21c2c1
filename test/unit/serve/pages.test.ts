import { joinedEntries, pageOf } from '../../../src/serve/parts/pages';

const names = Array.from({ length: 10 }, (_, number) => `tool_${number}`);
const entries = names.map((name) => JSON.stringify({ name }));

test.each([undefined, 0, 3, 4, 9, 10, 99, -1])(
  'a page begins where its cursor says, wherever it was expected: %s',
  (likelyStart) => {
    const { nextCursor } = pageOf(names, entries, undefined, { pageSize: 4 })!;

    expect(pageOf(names, entries, nextCursor, { pageSize: 4 }, likelyStart)!.entries).toEqual(
      entries.slice(4, 8),
    );
  },
);

test('a page names the position of the next one, and the last names none', () => {
  const first = pageOf(names, entries, undefined, { pageSize: 6 })!;

  expect(first.nextStart).toBe(6);
  expect(pageOf(names, entries, first.nextCursor, { pageSize: 6 }, 6)).toEqual({ entries: entries.slice(6) });
});

test('entries that were written on several lines are sent on one', () => {
  const entry = { name: 'a', description: 'First.\nSecond.' };
  const sent = joinedEntries({ entries: [JSON.stringify(entry, null, 2), JSON.stringify(entry)] });

  expect(sent).not.toContain('\n');
  expect(JSON.parse(`[${sent}]`)).toEqual([entry, entry]);
});
