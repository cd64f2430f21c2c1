import * as fc from 'fast-check';
import {
  ExpressionError,
  parseExpression,
  printExpression,
  withPattern,
  type Expression,
} from '../../../src/content/expression';

const tree = (...items: [string, ...string[]][]): Expression => ({
  items: items.map(([name, ...patterns]) => ({ name, patterns })),
});

test.each([
  ['lang', tree(['lang'])],
  ['lang/python', tree(['lang', 'python'])],
  ['lang/python+java+rust', tree(['lang', 'python', 'java', 'rust'])],
  ['lang/python,docs/api,guidelines', tree(['lang', 'python'], ['docs', 'api'], ['guidelines'])],
  ['docs/api/v1/auth', tree(['docs', 'api/v1/auth'])],
  ['a,,b', tree(['a'], ['b'])],
  ['lang/', tree(['lang'])],
  ['lang/+', tree(['lang'])],
  ['lang/ + x + ', tree(['lang', 'x'])],
  ['  a / x , b  ', tree(['a', 'x'], ['b'])],
  ['git/ops/', tree(['git', 'ops/'])],
  ['日本/café*', tree(['日本', 'café*'])],
])('%s', (source, expected) => {
  expect(parseExpression(source)).toEqual(expected);
});

test.each([
  ['', 'Empty', 0],
  [' , ,', 'Empty', 0],
  ['/x', 'name is missing', 0],
  ['a,/x', 'name is missing', 2],
  ['a, /x', 'name is missing', 3],
  ['a//etc/passwd', 'relative', 2],
  ['a/x+~root', 'relative', 4],
  ['a/b+../c', "'..'", 4],
  ['a/b/../c', "'..'", 4],
  ['a/x\\y', 'backslash', 3],
  ['a/x\0y', 'Control', 3],
  ['a/C:\\x', 'relative', 2],
  ['\\ ,!', 'end with a backslash', 0],
  ['a, b\\\\\\ /x', 'end with a backslash', 6],
])('%j is refused with its place', (source, words, position) => {
  let error: unknown;
  try {
    parseExpression(source);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ExpressionError);
  expect((error as ExpressionError).message).toContain(words);
  expect((error as ExpressionError).position).toBe(position);
});

test('printing a parsed expression and parsing it again gives the same tree', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.stringMatching(/^[ab/,+.* ~\t\\-]{1,40}$/),
  );
  fc.assert(
    fc.property(text, (source) => {
      let parsed: Expression;
      try {
        parsed = parseExpression(source);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
        const { position } = error as ExpressionError;
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(source.length);
        return;
      }
      expect(parseExpression(printExpression(parsed))).toEqual(parsed);
    }),
    { numRuns: 5_000 },
  );
});

test('hostile expressions end at once, in a tree or in an error', () => {
  const corpus = [
    ','.repeat(100_000),
    'a/'.repeat(2_000),
    '+'.repeat(4_000),
    'a/' + '+x'.repeat(2_000),
    'a,'.repeat(2_040),
    `a/${'*'.repeat(4_000)}`,
    `a/${'{a,b}'.repeat(200)}`,
    `a/${'[!'.repeat(1_000)}`,
    '\u202e../x',
    'a/%2e%2e%2fx',
    'a/\u2024\u2024/x',
    '__proto__/constructor',
    'a/\ud800',
    '\n\r\t',
  ];
  for (const source of corpus) {
    let parsed: Expression | undefined;
    try {
      parsed = parseExpression(source);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
    for (const { patterns } of parsed?.items ?? [])
      for (const pattern of patterns) expect(pattern).not.toContain('..');
  }
});

test('the pattern argument is appended to every item', () => {
  const with_ = (source: string, pattern: string) =>
    printExpression(withPattern(parseExpression(source), pattern));
  expect(with_('a,b', 'x')).toBe('a/x,b/x');
  expect(with_('a/y', 'x')).toBe('a/y/x');
  expect(with_('a/', 'x+y')).toBe('a/x+y');
  expect(with_('a', '  ')).toBe('a');
  expect(() => with_('a', 'x,y')).toThrow(ExpressionError);
  expect(() => with_('a', '../x')).toThrow(ExpressionError);
  expect(() => with_('a', '/x')).toThrow(ExpressionError);
});
