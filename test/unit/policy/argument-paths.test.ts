import { pathsIn } from '../../../src/policy/argument-paths';

test.each([
  ['', []],
  ['-', []],
  ['--', []],
  ['a.txt', ['a.txt']],
  ['if=/etc/passwd', ['if=/etc/passwd', '/etc/passwd']],
  ['@/etc/passwd', ['@/etc/passwd', '/etc/passwd']],
  ['--file=/etc/passwd', ['/etc/passwd']],
  ['--include/etc/passwd', ['/etc/passwd']],
  ['a:/b', ['a:/b', '/b', 'a']],
  ['x,/y,z', ['x,/y,z', '/y,z', '/y', 'z', 'x']],
  ['-f/etc', ['/etc', 'etc', 'tc', 'c']],
  ['https://example.com/a', []],
  ['--url=https://example.com', ['https', '//example.com']],
])('%j holds the paths %j', (argument, paths) => {
  expect(pathsIn(argument).sort()).toEqual([...paths].sort());
});

test('a path may begin anywhere in a cluster of letters', () => {
  expect(pathsIn('-nf../outside')).toContain('../outside');
  expect(pathsIn(`-${'n'.repeat(100)}/etc/passwd`)).toContain('/etc/passwd');
});
