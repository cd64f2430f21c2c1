import { resolveAliases } from '../../../src/code/code-aliases';

test('aliases lead to functions, through others too', () => {
  expect(resolveAliases({ ws: 'brave_web_search', w: 'ws', f: 'files.read_file' })).toEqual({
    ws: 'tools.brave_web_search',
    w: 'tools.brave_web_search',
    f: 'files.read_file',
  });
});

test('a circle is refused and shown', () => {
  expect(() => resolveAliases({ a: 'b', b: 'c', c: 'a' })).toThrow(
    'alias a: is part of a cycle: a → b → c → a.',
  );
});
