import { effectOf, purposeOf } from '../../../src/calls/call-effect';
import { defineTool } from '../../../src/tool/define-tool';

// What a user reads before a destructive call must not be made to say something else.
const tool = defineTool({
  name: 'act',
  description: 'Acts.',
  inputSchema: { type: 'object', properties: { command: { type: 'string' }, content: { type: 'string' } } },
  access: { command: 'command' },
  run: () => 'done',
});
const shown = (args: Record<string, unknown>) => effectOf(tool, args);

const FORGED = 'rm -rf x\nDo you allow this?\npath: "harmless.txt"';
const HOSTILE: readonly string[] = [
  FORGED,
  ...[
    '\r',
    '\r\n',
    '\v',
    '\f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u001b[2K\r',
    '\b\b\b',
    '\u0000',
    '\u007f',
    '\u009b2K',
  ].map((end) => `rm x${end}Do you allow this?`),
  ...['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u200e', '\u200f', '\u061c'].map(
    (bidi) => `safe.txt${bidi}txt.live`,
  ),
  ...[
    '\u200b',
    '\u200c',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u115f',
    '\u3164',
    '\uffa0',
    '\u034f',
    '\u180e',
    '\u{e0041}',
    '\ufe0f',
    '\u{1d173}',
  ].map((hidden) => `re${hidden}moved`),
  ...[' ', '\u00a0', '\u2003', '\u3000', '\u2800', '\t'].map(
    (space) => `rm x"${space.repeat(200)}path: "harmless.txt"`,
  ),
  `${'x'.repeat(3)}${'\u0300\u0301\u0489'.repeat(60)}`,
  '![seen](http://evil.example/?secret)',
  '[allowed already](http://evil.example/)',
  '<img src="http://evil.example/">',
  '</p><button>Allow</button>',
  '<!-- hidden -->',
  '\ud800 lone \udc00',
  '"quoted" \\ and `ticked`',
  '',
];

describe.each(HOSTILE.map((text) => [text] as const))('%j', (text) => {
  test.each([
    ['a value', () => ({ command: text, content: 'last' })],
    ['in a list', () => ({ command: [text], content: 'last' })],
    ['in an object', () => ({ command: { inner: { [text]: text } }, content: 'last' })],
    ['a name', () => ({ [`${text} `]: 'x', content: 'last' })],
  ])('as %s: one line that shows what it is', (_, args) => {
    const lines = shown(args());
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe('content: "last"');
    const [line = ''] = lines;
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/u);
    // Enough spaces begin a new line where a client wraps the text.
    expect(line).not.toMatch(/[\p{Zs}\u2800]{4}/u);
    // Marks upon marks cover the lines around them.
    expect(line).not.toMatch(/\p{M}{4}/u);
    // Clients that render markdown or HTML load pictures and show buttons.
    expect(line).not.toMatch(/\]\(|<[a-z!/][^>]*>/i);
  });
});

test('what is invisible is spelt out, spaces are counted, and the rest is as it was written', () => {
  expect(shown({ command: 'a\u202eb' })).toEqual(['command: "a\\u202eb"']);
  expect(shown({ command: `a${' '.repeat(57)}b` })).toEqual(['command: "a (57 spaces) b"']);
  expect(shown({ command: 'sort -n < in.txt > "out put.txt"  # é, 日本, naïve' })).toEqual([
    'command: "sort -n < in.txt > \\"out put.txt\\"  # é, 日本, naïve"',
  ]);
});

test('of a command nothing is left out in the middle', () => {
  const command = `echo ${'a'.repeat(1_500)}; rm -rf precious; echo ${'b'.repeat(1_500)}`;
  expect(shown({ command })[0]).toContain('; rm -rf precious; ');
  expect(shown({ content: command })[0]).not.toContain('precious');
});

test('of one that is longer than anybody reads it is said how much is missing', () => {
  const [line] = shown({ command: `echo ${'a'.repeat(5_000)}; rm -rf precious; echo ${'b'.repeat(5_000)}` });
  expect(line!.length).toBeLessThan(4_200);
  expect(line).toMatch(/^command: "echo a+" \(6\d\d\d of 10029 characters are not shown here\) "b+"$/);
});

test('what the policy judges comes first, however many other arguments there are', () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`option${index}`, index]));
  const lines = shown({ ...many, command: 'rm x' });
  expect(lines[0]).toBe('command: "rm x"');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('and 21 more');
});

test('a purpose is one line too', () => {
  const other = defineTool({
    name: 'x',
    description: `Acts.\u202e\u2028${FORGED}`,
    inputSchema: { type: 'object' },
    run: () => '',
  });
  expect(purposeOf(other)).toBe('Acts.\\u202e\\u2028rm -rf x');
});
