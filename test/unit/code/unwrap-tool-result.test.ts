import fc from 'fast-check';
import { unwrapCommand } from '../../../src/code/unwrap-tool-result';
import { expandSnippet } from '../../../src/code/code-snippets';

const code = (command: string): string => {
  const unwrapped = unwrapCommand(command);
  return unwrapped.ok ? unwrapped.code : `refused: ${unwrapped.error}`;
};

test.each([
  ['1', '1'],
  ['  1  ', '1'],
  ['\n\n  1\n', '\n\n1'],
  ['\r\n1', '\r\n1'],
  ['\n\n__ot\n1', '1'],
  ['__ot 1', '1'],
  ['__other', '__other'],
  ['__ot_', '__ot_'],
  ['```\na\n\nb\n```', 'a\n\nb'],
  ['````js\na ```b``` c\n````', 'a ```b``` c'],
  ['```typescript\r\na\r\n```', 'a'],
  ['```__onetool__run\na\n```', 'a'],
  ['`a`', 'a'],
  ['``a`b``', 'a`b'],
  ['`a` + `b`', '`a` + `b`'],
  ['`a${1}`', '`a${1}`'],
  ['const a = `x`', 'const a = `x`'],
  ['__onetool__run\n\n```js\n\na\n```', '\na'],
])('%j is the code %j', (command, expected) => {
  expect(code(command)).toBe(expected);
});

test('a snippet may come after blank lines', () => {
  const snippets = { s: { params: { a: {} }, body: 'a' } };
  expect(expandSnippet(code('\n\n$s a=1'), snippets)).toMatchObject({ ok: true, values: { a: '1' } });
});

test('code in a fence comes out as it went in', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => text.trim() === text && /^[a-z]/.test(text) && !text.includes('`')),
      (text) => {
        expect(code(`__onetool__run\n\`\`\`js\n${text}\n\`\`\``)).toBe(text);
      },
    ),
  );
});

// Each of these took a pattern with two ways to read a run of blanks more than a minute.
test.each([
  ['blanks in a fence', '```\n' + ' '.repeat(190_000) + 'x'],
  ['blanks after a fence', '```' + ' '.repeat(190_000) + 'x\n'],
  ['blank lines before', '\n'.repeat(190_000) + 'x'],
  ['blanks after a trigger', '__ot ' + ' '.repeat(190_000) + 'x'],
  ['backticks', '`'.repeat(190_000)],
  ['open inline code', '`' + 'a'.repeat(190_000)],
  ['a snippet with one long word', '$s ' + 'a'.repeat(190_000)],
  ['a snippet with open quotes', '$s ' + 'a="'.repeat(60_000)],
])(
  '%s cost no time',
  (_what, command) => {
    const unwrapped = unwrapCommand(command);
    expect(unwrapped).toBeDefined();
    if (unwrapped.ok) expect(expandSnippet(unwrapped.code, { s: { body: '1' } })?.ok ?? true).toBeDefined();
  },
  5_000,
);
