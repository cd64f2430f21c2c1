import fc from 'fast-check';
import { unwrapCommand } from '../../../src/code/command';

const code = (command: string): string => {
  const unwrapped = unwrapCommand(command);
  return unwrapped.ok ? unwrapped.code : `refused: ${unwrapped.error}`;
};

test.each([
  ['1', '1'],
  ['  1  ', '1'],
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
