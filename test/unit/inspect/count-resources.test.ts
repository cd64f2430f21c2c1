import { resourceCount } from '../../../src/inspect/count-resources';

const of = (...uris: string[]): string => resourceCount(uris.map((uri) => ({ uri })));

test.each([
  ['none', [], '0 resources'],
  ['a fixed one', ['notes://all'], '1 resource'],
  ['a template that lists nothing', ['note://{name}'], '1 resource'],
  ['a template with what it lists', ['note://a', 'note://b', 'note://{name}'], '1 resource, with 2 items'],
  ['both', ['notes://all', 'note://a', 'note://{name}'], '2 resources, with 1 item'],
])('%s', (_, uris, text) => {
  expect(of(...uris)).toBe(text);
});
