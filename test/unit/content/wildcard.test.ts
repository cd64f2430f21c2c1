import * as fc from 'fast-check';
import { isPattern, patternTest } from '../../../src/content/wildcard';

test.each([
  ['*', 'anything', true],
  ['*.md', 'a.md', true],
  ['*.md', 'a.mdx', false],
  ['p?thon', 'python', true],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[^a-c]x', 'dx', true],
  ['[]]x', ']x', true],
  ['[a', '[a', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYbZ', false],
  ['é?', 'é😀', true],
  ['{a,b}', 'a', false],
])('%s against %s', (pattern, name, expected) => {
  expect(patternTest(pattern)(name)).toBe(expected);
});

test('a name without wildcards matches itself alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pattern, name) => {
      fc.pre(!isPattern(pattern));
      expect(patternTest(pattern)(name)).toBe(pattern === name);
    }),
  );
});

test('agrees with a regular expression on stars and questions', () => {
  const text = fc.stringMatching(/^[ab*?]{0,12}$/);
  fc.assert(
    fc.property(text, fc.stringMatching(/^[ab]{0,12}$/), (pattern, name) => {
      const regex = new RegExp(`^${pattern.replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
      expect(patternTest(pattern)(name)).toBe(regex.test(name));
    }),
    { numRuns: 2_000 },
  );
});

test('patterns that hang other matchers are answered', () => {
  const long = 'a'.repeat(5_000);
  expect(patternTest('*a'.repeat(100) + 'b')(long)).toBe(false);
  expect(patternTest('?*'.repeat(100))(long)).toBe(true);
});
