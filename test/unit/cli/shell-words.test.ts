import { shellWords } from '../../../src/cli/shell-words';

test.each<[string, string[]]>([
  ['node dist/server.js', ['node', 'dist/server.js']],
  ['  a   b ', ['a', 'b']],
  [`a "b c" 'd "e"'`, ['a', 'b c', 'd "e"']],
  ['a\\ b "c\\"d" "e\\f"', ['a b', 'c"d', 'e\\f']],
  [`a '' ""b`, ['a', '', 'b']],
  ['', []],
])('%j', (line, words) => {
  expect(shellWords(line)).toEqual(words);
});

test('an open quote is refused', () => {
  expect(() => shellWords('a "b')).toThrow(/a quote \("\) is not closed/);
});
