import { LogLines, plainLine } from '../../../../src/mtdf/livelog/log-lines';

test('lines are put together from pieces, each stream for itself, characters that were cut included', () => {
  const lines = new LogLines();
  const text = Buffer.from('grüße\n');
  expect(lines.linesIn(text.subarray(0, 3), 'stdout')).toEqual([]);
  expect(lines.linesIn(Buffer.from('oops\nha'), 'stderr')).toEqual(['oops']);
  expect(lines.linesIn(text.subarray(3), 'stdout')).toEqual(['grüße']);
  expect(lines.linesIn(Buffer.from('\n \n\r\nx\n'), 'stdout')).toEqual(['x']);
  expect(lines.end()).toEqual(['ha']);
  expect(lines.end()).toEqual([]);
});

test('of a very long line the beginning is kept, in one piece or many, with or without an end', () => {
  const lines = new LogLines();
  for (let piece = 0; piece < 10; piece++)
    expect(lines.linesIn(Buffer.alloc(1000, 'x'), 'stdout')).toEqual([]);
  expect(lines.linesIn(Buffer.from('\nnext'), 'stdout')).toEqual([
    `${'x'.repeat(2000)} [… 8000 characters omitted]`,
  ]);
  expect(lines.end()).toEqual(['next']);
});

test.each([
  ['\u001b[31mred\u001b[0m alert', 'red alert'],
  ['\u001b]0;title\u0007text', 'text'],
  ['10%\r50%\r100%\r', '100%'],
  ['a\u0000b\u0008c\td\r', 'abc\td'],
])('%j is read as %j', (line, shown) => expect(plainLine(line)).toBe(shown));
