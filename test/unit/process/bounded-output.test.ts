import fc from 'fast-check';
import { BoundedOutput } from '../../../src/process/bounded-output';

const kept = (limit: number, ...chunks: (string | Buffer)[]): BoundedOutput => {
  const output = new BoundedOutput(limit);
  for (const chunk of chunks) output.add(Buffer.from(chunk));
  return output;
};

test('what fits is kept whole', () => {
  const output = kept(10, 'abc', 'defgh', 'ij');
  expect([output.text(), output.truncated]).toEqual(['abcdefghij', false]);
});

test('of more the first and the last half are kept, and the rest is counted', () => {
  const output = kept(5, 'abc', 'defgh', 'ij');
  expect([output.text(), output.truncated]).toEqual(['abc\n[... 5 bytes omitted ...]\nij', true]);
});

test('characters that were cut are left out and counted', () => {
  expect(kept(6, '€€€€').text()).toBe('€\n[... 6 bytes omitted ...]\n€');
  expect(kept(8, '€€€€').text()).toBe('€\n[... 6 bytes omitted ...]\n€');
  expect(kept(10, 'x😀😀😀x').text()).toBe('x😀\n[... 4 bytes omitted ...]\n😀x');
  expect(kept(8, 'x😀😀😀x').text()).toBe('x\n[... 12 bytes omitted ...]\nx');
});

test('bytes that are no text are not taken for cut characters', () => {
  const binary = Buffer.alloc(20, 0x80);
  expect(kept(10, binary).text()).toMatch(/^\uFFFD{5}\n\[\.\.\. 13 bytes omitted \.\.\.\]\n\uFFFD{2}$/);
});

test('whatever comes in whatever pieces, beginning, end and count are right', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 8, max: 300 }), (chunks, limit) => {
      const whole = chunks.join('');
      const total = Buffer.byteLength(whole);
      const output = kept(limit, ...chunks);
      expect(output.truncated).toBe(total > limit);
      if (!output.truncated) return expect(output.text()).toBe(whole);
      const [, head, missing, tail] = /^([^]*)\n\[\.\.\. (\d+) bytes omitted \.\.\.\]\n([^]*)$/.exec(
        output.text(),
      )!;
      expect(whole.startsWith(head!)).toBe(true);
      expect(whole.endsWith(tail!)).toBe(true);
      const shown = Buffer.byteLength(head!) + Buffer.byteLength(tail!);
      expect(shown + Number(missing)).toBe(total);
      expect(shown).toBeLessThanOrEqual(limit);
      expect(shown).toBeGreaterThan(limit - 7);
    }),
  );
});
