import { matchesTemplate } from '../../../src/base/template-match';

test.each([
  ['book://{isbn}', 'book://978-3'],
  ['book://{isbn}', 'book://shelf/978-3'],
  ['book://{isbn}', 'book://a%20b'],
  ['guide://{category}/{document}', 'guide://cats/food/wet.md'],
  ['file:///{+path}', 'file:///a/b.txt'],
  ['file:///{path*}', 'file:///a/b.txt'],
  ['file:///{path*}/raw/{name}', 'file:///a/b/raw/c'],
  ['repo://{owner}{/rest*}', 'repo://me/src/index.ts'],
  ['repo://{owner}{/rest*}', 'repo://me'],
  ['log://{day}{?level,page}', 'log://monday?level=warn&page=2'],
  ['log://{day}{?level,page}', 'log://monday'],
  ['log://day?level=warn{&page}', 'log://day?level=warn&page=2'],
  ['page://{name}{#part}', 'page://home#top'],
  ['icon://{name}{.kind}', 'icon://home.png'],
  ['geo:{lat},{lon}', 'geo:1.5,2.5'],
  ['notes://all', 'notes://all'],
])('%s stands for %s', (template, uri) => {
  expect(matchesTemplate(uri, template)).toBe(true);
});

test.each([
  ['book://{isbn}', 'books://978'],
  ['book://{isbn}', 'book://'],
  ['book://{isbn}', 'book://978?full'],
  ['book://{isbn}/cover', 'book://978'],
  ['book://{isbn}/cover', 'book://978/cover/large'],
  ['guide://{category}/{document}', 'guide://cats'],
  ['x://{a}/edit/{b}', 'x://one/two/edit/three'],
  ['log://{day}{?level}', 'log://monday#top'],
  ['a.b://{x}', 'aXb://1'],
  ['book://{isbn', 'book://978'],
])('%s does not stand for %s', (template, uri) => {
  expect(matchesTemplate(uri, template)).toBe(false);
});

test.each(['{+uri}', '{uri}', '{scheme}://{rest}'])(
  'a template without a scheme stands for nothing: %s',
  (template) => expect(matchesTemplate('book://978', template)).toBe(false),
);

test('a template of many variables is decided at once', () => {
  const template = `x://${'{a}-'.repeat(40)}end`;
  expect(matchesTemplate(`x://${'-'.repeat(4000)}`, template)).toBe(false);
});
