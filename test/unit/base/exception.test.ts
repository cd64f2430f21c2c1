import { exceptionMessage } from '../../../src/base/exception';

class Refused {
  constructor(readonly message: unknown) {}
}

test.each([
  [{ message: 'no such row', code: 'E' }, 'no such row'],
  [new Refused('refused'), 'refused'],
  [{ code: 'E' }, '{"code":"E"}'],
  [new Refused(7), '{"message":7}'],
  [[1, 2], '[1,2]'],
  ['text', 'text'],
  [undefined, 'undefined'],
  [null, 'null'],
  [Symbol('odd'), 'Symbol(odd)'],
])('a thrown value that is no error is worded: %p', (thrown, text) => {
  expect(exceptionMessage(thrown)).toBe(text);
});

test('a large thrown object is cut', () => {
  const text = exceptionMessage({ rows: 'x'.repeat(10_000) });
  expect(text).toHaveLength(500);
  expect(text).toMatch(/^\{"rows":"x+…$/);
});

test('what can be neither read nor written as JSON is still worded', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const hostile = Object.create(null, {
    message: {
      get: () => {
        throw new Error('hostile');
      },
      enumerable: true,
    },
  }) as object;
  expect(exceptionMessage(circular)).toBe('[object Object]');
  expect(exceptionMessage(hostile)).toBe('[object Object]');
});
