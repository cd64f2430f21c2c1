import { textTypeOf, withExtension } from '../../../src/content/text-type';

test.each([
  ['{"a": 1}', 'application/json'],
  ['[1, 2]', 'application/json'],
  ['{not json', 'text/plain'],
  ['[package]\nname = "x"\n', 'application/toml'],
  ['a = 1\nb = "two"\n', 'application/toml'],
  ['name,age\nada,36\ngrace,85\n', 'text/csv'],
  ['Hello, world.\nGood morning, sun.\n', 'text/plain'],
  ['name: ada\ntags:\n  - x\n', 'application/yaml'],
  ['# Title\n\nText.\n', 'text/markdown'],
  ['See [this](https://example.com).\n', 'text/markdown'],
  ['Plain words\nof text\n', 'text/plain'],
  ['', 'text/plain'],
])('%j is %s', (text, type) => {
  expect(textTypeOf(text).type).toBe(type);
});

test('an extension is added where there is none', () => {
  expect(withExtension('notes', textTypeOf('# x'))).toBe('notes.md');
  expect(withExtension('notes.txt', textTypeOf('# x'))).toBe('notes.txt');
});
