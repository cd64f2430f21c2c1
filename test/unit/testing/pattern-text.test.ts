import { STRING_FORMATS } from '../../../src/json/string-formats';
import { textOfPattern } from '../../../src/testing/pattern-text';
import { Random } from '../../../src/testing/seeded-random';

// That of IPv4 looks ahead at every dot, which no chance gets right four times.
const { ipv4: _ipv4, ...formats } = STRING_FORMATS;
const PATTERNS = [
  ...Object.values(formats),
  '',
  'abc',
  '^a|b$',
  '^(?:red|green|blue)-\\d{1,3}$',
  '^[A-Za-z_]\\w*$',
  '^[^\\s/\\\\]+$',
  '^\\p{Lu}\\p{L}{2,5}$',
  '^\\u{1F600}\\x41\\u0042$',
  '^[а-я]+$',
  '^[\\]\\-^]{3}$',
  '^(?<year>\\d{4})(?:-(?<month>0[1-9]|1[0-2]))?$',
  '^#(?:[0-9a-f]{3}){1,2}$',
  '^v?\\d+\\.\\d+\\.\\d+(?:-[\\w.]+)?$',
  '^(?=.*\\d)(?=.*[a-z])[a-z\\d]{8,}$',
  '^(?!x)[a-z]{2}$',
  '^.+?@.+?$',
  '^a{2,}b{0}c{3}$',
  '^((a|b)(c|d)){2}$',
  '^\\.{3}\\$\\t$',
];

test.each(PATTERNS)('%s', (pattern) => {
  const made = Array.from({ length: 20 }, (_, seed) => textOfPattern(pattern, new Random(seed)));
  for (const text of made) expect(text).toMatch(new RegExp(pattern, 'u'));
});

test.each(['^x(?!x)x$', '(', '[z-a]'])('for %s there is none', (pattern) => {
  expect(textOfPattern(pattern, new Random(1))).toBeUndefined();
});

test('a text may have to be longer, or shorter, than the pattern says', () => {
  const long = textOfPattern('^a+$', new Random(1), (text) => text.length >= 7);
  expect(long!.length).toBeGreaterThanOrEqual(7);
  expect(textOfPattern('^a*$', new Random(1), ({ length }) => length < 2)!.length).toBeLessThan(2);
});
