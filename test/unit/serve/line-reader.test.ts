import fc from 'fast-check';
import { LineReader, type Line } from '../../../src/serve/stdio/line-reader';

function linesOf(chunks: readonly Buffer[], limit: number): Line[] {
  const reader = new LineReader(limit);
  const lines = chunks.flatMap((chunk) => reader.push(chunk));
  const last = reader.end();
  return last ? [...lines, last] : lines;
}

test('lines are the same however the bytes are cut', () => {
  const text = fc
    .array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 8 })
    .map((parts) => parts.join('\n'));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 12 }), (said, cuts) => {
      const bytes = Buffer.from(said);
      const places = [...new Set(cuts.filter((cut) => cut < bytes.length))].sort((a, b) => a - b);
      const chunks = [0, ...places].map((start, index) =>
        bytes.subarray(start, places[index] ?? bytes.length),
      );
      const expected = said
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line);
      expect(linesOf(chunks, 1000)).toEqual(expected.map((line) => ({ text: line })));
    }),
  );
});

test('a line beyond the limit is counted, and the next one is read', () => {
  const chunks = [
    Buffer.from('12345'),
    Buffer.from('67890'),
    Buffer.from('1\nshort\n'),
    Buffer.from('12345678901\nagain\n'),
  ];
  expect(linesOf(chunks, 10)).toEqual([
    { tooLong: 11 },
    { text: 'short' },
    { tooLong: 11 },
    { text: 'again' },
  ]);
});

test('what carriage returns and blank lines surround is read alone', () => {
  expect(linesOf([Buffer.from('\r\n\n  a \r\nb')], 10)).toEqual([{ text: 'a' }, { text: 'b' }]);
});
