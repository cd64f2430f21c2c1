import * as fc from 'fast-check';
import { Glob, GlobError, isGlob } from '../../../src/disk/glob';

const inName = (pattern: string, name: string) => new Glob(pattern, 'name').matches(name);
const inPath = (pattern: string, path: string) => new Glob(pattern, 'path').matches(path);

test.each([
  ['*', 'anything', true],
  ['*.md', 'a.md', true],
  ['*.md', 'a.mdx', false],
  ['p?thon', 'python', true],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[^a-c]x', 'dx', true],
  ['[]]x', ']x', true],
  ['[!]]x', ']x', false],
  ['[a', '[a', true],
  ['[a-]', '-', true],
  ['[\\]a]', ']', true],
  ['[[:digit:][:upper:]]x', '7x', true],
  ['[[:digit:][:upper:]]x', 'ax', false],
  ['[[:nope:]', ':', true],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYbZ', false],
  ['é?', 'é😀', true],
  ['[😀-😂]', '😁', true],
  ['{a,b}', 'a', false],
  ['**', 'a/b', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['a\\', 'a\\', true],
  ['A', 'a', false],
])('%s against the name %s', (pattern, name, expected) => {
  expect(inName(pattern, name)).toBe(expected);
});

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/a.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'src/deep/a.ts', true],
  ['src/**', 'src', true],
  ['src/**', 'src/a/b', true],
  ['src/**', 'srcs', false],
  ['*/**', 'src', false],
  ['src/**/b', 'src/b', true],
  ['src/**/b', 'src/a/a/b', true],
  ['a**b', 'a/b', false],
  ['**', 'a/b', true],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['*.{ts,tsx}', 'a.js', false],
  ['{src,test/unit}/*.ts', 'test/unit/a.ts', true],
  ['{a,}b', 'b', true],
  ['{a,{b,c}d}', 'cd', true],
  ['{x{a},y}', 'x{a}', true],
  ['{a}', '{a}', true],
  ['{a,b', '{a,b', true],
  ['a}', 'a}', true],
  ['{a,@(b}', '@(b', true],
  ['[{,}]a', ',a', true],
  ['{8..11}.log', '10.log', true],
  ['{8..11}.log', '7.log', false],
  ['{c..a}', 'b', true],
  ['@(a|b)c', 'bc', true],
  ['?(a)c', 'c', true],
  ['+(ab)', 'abab', true],
  ['+(ab)', '', false],
  ['*(a|b)c', 'abbac', true],
  ['*(*)c', 'xc', true],
  ['app/(shop)/page.tsx', 'app/(shop)/page.tsx', true],
  ['\\!(a)', '!(a)', true],
  ['[!/]', '/', false],
])('%s against the path %s', (pattern, path, expected) => {
  expect(inPath(pattern, path)).toBe(expected);
});

test('a name without wildcards matches itself alone', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pattern, name) => {
      fc.pre(!isGlob(pattern) && !pattern.includes('\\'));
      expect(inName(pattern, name)).toBe(pattern === name);
      expect(inName(pattern, pattern)).toBe(true);
    }),
  );
});

test.each([
  ['a'.repeat(1_101), 'longer than'],
  ['{a,b}'.repeat(21), 'more than 20 groups'],
  ['{1..5000}', 'more than 1000 numbers'],
  ['{1..1000}'.repeat(20), 'too many alternatives'],
  ['!(a)', 'not supported'],
])('%.20s is refused with a reason', (pattern, reason) => {
  expect(() => new Glob(pattern, 'path')).toThrow(GlobError);
  expect(() => new Glob(pattern, 'path')).toThrow(reason);
});

// Whatever the pattern, the work is bounded by pattern times text: counted, since a clock would say little.
const HOSTILE: readonly [string, (size: number) => string, (size: number) => string][] = [
  ['stars between letters', (size) => '*a'.repeat(size) + 'b', (size) => 'a'.repeat(size * 4)],
  ['directories at any depth', (size) => '**/a/'.repeat(size) + 'b', (size) => 'a/'.repeat(size * 4)],
  [
    'repeated groups',
    (size) => '*('.repeat(Math.min(size, 20)) + 'a' + ')'.repeat(Math.min(size, 20)) + 'b',
    (size) => 'a'.repeat(size * 4),
  ],
  ['groups of stars', (size) => '+(*|*a)'.repeat(Math.min(size, 20)) + 'b', (size) => 'a'.repeat(size * 4)],
  [
    'alternatives of one text',
    (size) => '{a,a}'.repeat(Math.min(size, 20)) + '*b',
    (size) => 'a'.repeat(size * 4),
  ],
];

test.each(HOSTILE)('%s take steps in proportion to pattern and text', (_what, pattern, text) => {
  for (const size of [10, 20, 40, 80]) {
    const glob = new Glob(pattern(size), 'path');
    expect(glob.matches(text(size))).toBe(false);
    expect(glob.steps).toBeLessThanOrEqual(8 * pattern(size).length * (text(size).length + 1));
  }
});

test('patterns of the greatest length are read in proportion too, and never throw anything else', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    ',',
    '(',
    ')',
    '|',
    '[',
    ']',
    '[:',
    ':]',
    '!',
    '*',
    '?',
    '\\',
    '/',
    'a',
    '..',
    '@(',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 300 }), fc.constantFrom('name', 'path'), (parts, syntax) => {
      try {
        new Glob(parts.join(''), syntax as 'name').matches('a/b(c)');
      } catch (error) {
        expect(error).toBeInstanceOf(GlobError);
      }
    }),
  );
  for (const piece of ['{', '[', '[:', '(', '@(', '{a', '{,', '*(', '[[:alpha:']) {
    expect(new Glob(piece.repeat(1_100 / piece.length - 1), 'path').matches('a')).toBe(false);
  }
});
