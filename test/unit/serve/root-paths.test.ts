import { rootPaths } from '../../../src/serve/root-paths';

test.each([
  ['file:///home/ada/notes', '/home/ada/notes'],
  ['file:///home/ada/my%20notes/%C3%BC', '/home/ada/my notes/ü'],
  ['file://localhost/srv', '/srv'],
  ['FILE:///srv', '/srv'],
])('%s is the directory %s', (uri, path) => {
  expect(rootPaths([uri])).toEqual([path]);
});

test('what names no directory of this machine is left out, and keeps no other root from counting', () => {
  const odd = [
    'file://server/share',
    'file:///a%2Fb',
    'file:///a%00b',
    'https://example.org/',
    '/etc',
    'file:x',
    '',
    7,
    undefined,
  ];
  expect(rootPaths([...odd, 'file:///srv'])).toEqual(['/srv']);
});
