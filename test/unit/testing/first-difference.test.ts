import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { firstDifference } from '../../../src/testing/first-difference';

test.each([
  [{ id: 1, tags: ['a'] }, expect.objectContaining({ id: 1 })],
  [
    { id: 1, at: 'x' },
    { id: expect.any(Number) as number, at: expect.stringMatching(/x/) as string },
  ],
  [[1, 2], expect.arrayContaining([2])],
])('%j fits %o', (actual, expected) => {
  expect(firstDifference(actual, expected)).toBeUndefined();
});

const ids = (wrong?: number) => Array.from({ length: 200 }, (_, id) => ({ id: id === wrong ? -1 : id }));

test.each([
  [ids(), ids(190), 'value[190].id'],
  [{ a: { 'b c': 1 } }, { a: { 'b c': 2 } }, 'value.a["b c"]'],
  [{ a: 1, more: 2 }, { a: 1 }, 'value.more'],
  [{ a: 1 }, { a: 1, more: 2 }, 'value.more'],
  [[1], [1, 2], 'value[1]'],
  [{ id: 'x' }, { id: expect.any(Number) as number }, 'value.id'],
  [[], {}, 'value'],
  ['1', 1, 'value'],
])('a difference is named by its place', (actual, expected, path) => {
  expect(firstDifference(actual, expected)?.path).toBe(path);
});

test('values are equal exactly if JSON makes the same of them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.anything({ withDate: true, maxDepth: 3 }), (one, other) => {
      for (const expected of [one, other]) {
        let text: string | undefined;
        try {
          text = JSON.stringify(expected);
        } catch {
          continue; // JSON has no word for it, such as a bigint
        }
        const sent = text === undefined ? undefined : (JSON.parse(text) as unknown);
        const actual = JSON.parse(JSON.stringify(one)) as unknown;
        expect(firstDifference(actual, expected) === undefined).toBe(isDeepStrictEqual(actual, sent));
      }
    }),
  );
});
