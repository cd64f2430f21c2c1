import {
  hiddenIn,
  hiddenName,
  withoutHidden,
  withoutHiddenInSource,
} from '../../../src/lint/hidden-characters';

const ZERO_WIDTH = '\u200b';
const TAG = '\u{e0041}';

test.each([
  ['plain text', 'plain text'],
  [`zero${ZERO_WIDTH}width`, 'zerowidth'],
  [`tags${TAG}${TAG}`, 'tags'],
  ['right\u202eto left', 'rightto left'],
  ['two lines\n\tand a tab', 'two lines\n\tand a tab'],
  ['family 👨\u200d👩\u200d👧', 'family 👨\u200d👩\u200d👧'],
  ['Persian می\u200cخواهم', 'Persian می\u200cخواهم'],
  ['a\u200db', 'ab'],
])('%j without what nobody sees is %j', (text, seen) => {
  expect(withoutHidden(text)).toBe(seen);
  expect(hiddenIn(text) === undefined).toBe(text === seen);
});

test('a hidden character is called by its number', () => {
  expect(hiddenName(hiddenIn(`a${ZERO_WIDTH}`)!)).toBe('U+200B');
  expect(hiddenName(TAG)).toBe('U+E0041');
});

test.each([
  ["'a\\u200bb'", "'ab'"],
  ["'a\\u{200B}b'", "'ab'"],
  ["'a\\u{e0041}b'", "'ab'"],
  ["'a\\u00e9b'", "'a\\u00e9b'"],
  ["'a\\u{110000}b'", "'a\\u{110000}b'"],
  [`'a${ZERO_WIDTH}b'`, "'ab'"],
])('in a source file %j becomes %j', (literal, plain) => {
  expect(withoutHiddenInSource(literal)).toBe(plain);
});
