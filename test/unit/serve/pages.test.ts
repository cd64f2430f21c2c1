import { pageOf } from '../../../src/serve/parts/pages';

const names = Array.from({ length: 10 }, (_, number) => `tool_${number}`);
const entries = names.map((name) => JSON.stringify({ name }));

test('a page begins where the one before ended, and the last names no other', () => {
  const first = pageOf(names, entries, undefined, { pageSize: 6 })!;

  expect(first.entries).toEqual(entries.slice(0, 6));
  expect(pageOf(names, entries, first.nextCursor, { pageSize: 6 })).toEqual({ entries: entries.slice(6) });
});

test('a cursor that names no entry, or is written otherwise, is refused', () => {
  const cursor = Buffer.from('after:tool_5').toString('base64url');

  expect(pageOf(names, entries, cursor, {})!.entries).toEqual(entries.slice(6));
  for (const wrong of ['', `${cursor}=`, 'after:tool_5', Buffer.from('after:tool_50').toString('base64url')])
    expect(pageOf(names, entries, wrong, {})).toBeUndefined();
});
