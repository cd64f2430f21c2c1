import { pathsIn } from '../../../src/policy/argument-paths';

test.each([
  ['', []],
  ['-', []],
  ['--', []],
  ['a.txt', ['a.txt']],
  ['if=/etc/passwd', ['if=/etc/passwd', '/etc/passwd']],
  ['@/etc/passwd', ['@/etc/passwd', '/etc/passwd']],
  ['--file=/etc/passwd', ['--file=/etc/passwd', '/etc/passwd']],
  ['--include/etc/passwd', ['--include/etc/passwd', '/etc/passwd']],
  ['a:/b', ['a:/b', '/b', 'a']],
  ['x,/y,z', ['x,/y,z', '/y,z', '/y', 'z', 'x']],
  ['-f/etc', ['-f/etc', '/etc', 'etc', 'tc', 'c']],
  ['-l', ['-l']],
  ['-o=a/b', ['-o=a/b', '=a/b', 'a/b']],
  ['https://example.com/a', ['https://example.com/a', 'https']],
  ['http:/../x', ['http:/../x', '/../x', 'http']],
  ['--url=https://example.com', ['--url=https://example.com', 'https://example.com', '--url']],
])('%j holds the paths %j', (argument, paths) => {
  expect(pathsIn(argument).sort()).toEqual([...paths].sort());
});

test('a path may begin anywhere in a cluster of letters', () => {
  expect(pathsIn('-nf../outside')).toContain('../outside');
  expect(pathsIn(`-${'n'.repeat(100)}/etc/passwd`)).toContain('/etc/passwd');
});
