import { namedOption, withoutOption } from '../../../src/config/named-option';

test.each([
  [['--cwd', 'a', '--json'], 'a', ['--json']],
  [['--cwd=a', '--json'], 'a', ['--json']],
  [['--cwd', 'a', '--json', '--cwd', 'b'], 'b', ['--json']],
  [['--cwd=a', '--cwd', 'b', 'word'], 'b', ['word']],
  [['--json', 'word'], undefined, ['--json', 'word']],
])('an option that is read first is left out for those who read the rest: %j', (words, value, rest) => {
  expect(namedOption(words, 'cwd')).toBe(value);
  expect(withoutOption(words, 'cwd')).toEqual(rest);
});
