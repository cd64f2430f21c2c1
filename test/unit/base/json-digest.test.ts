import { digestOf } from '../../../src/base/json-digest';

test('the order of keys makes no difference', () => {
  expect(digestOf({ a: 1, b: { c: 2, d: undefined } })).toBe(digestOf({ b: { c: 2 }, a: 1 }));
});

// What a user approved, or a key stands for, must not be another call.
test.each<[string, unknown, unknown]>([
  ['an object and the list of its members', { a: 1 }, [['a', 1]]],
  ['an empty object and an empty list', {}, []],
  ['the same further inside', { x: [{ a: {} }] }, { x: [[['a', []]]] }],
  ['a list in another order', [1, 2], [2, 1]],
  ['a number and its text', 1, '1'],
  ['null and nothing', { a: null }, {}],
  ['a member named __proto__ and none', JSON.parse('{"__proto__":{"a":1}}'), {}],
])('these differ: %s', (_what, one, other) => {
  expect(digestOf(one)).not.toBe(digestOf(other));
});
