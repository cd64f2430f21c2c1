import * as fc from 'fast-check';
import { readKept } from '../../src/answers/read-kept';
import type { ReadPart, ReadRequest } from '../../src/answers/read-kept-request';
import { estimateTokens } from '../../src/tokens/estimate';

const unit = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('a', 'word ', '\n', '\r\n', '"', '{', '7') },
  { weight: 2, arbitrary: fc.constantFrom('é', '漢', '한', '\u200d', '\u0301', '\0') },
  { weight: 2, arbitrary: fc.constantFrom('😀', '👩‍👧', '𠀀') },
);
const text = fc.string({ unit, minLength: 1, maxLength: 400 });
const budget = fc.integer({ min: 4, max: 60 });

function part(whole: string, request: ReadRequest, tokens: number): ReadPart {
  const read = readKept(whole, request, tokens);
  if ('error' in read) throw new Error(read.error);
  return read;
}

function readAll(whole: string, request: ReadRequest, tokens: number): string[] {
  const parts: string[] = [];
  for (let next: ReadRequest | undefined = request; next;) {
    const { text: shown, note } = part(whole, next, tokens);
    parts.push(shown);
    const offset = /Continue with offset (\d+)(?: and line_count (\d+))?/.exec(note);
    if (!offset) break;
    const { select, search } = request;
    const lineCount = offset[2] === undefined ? undefined : Number(offset[2]);
    next = { offset: Number(offset[1]), lineCount, select, search };
    if (parts.length > whole.length + 1) throw new Error('reading on does not end');
  }
  return parts;
}

describe('a kept answer, read in parts', () => {
  it('is the original byte for byte, each part within its tokens and of whole characters', () => {
    fc.assert(
      fc.property(text, budget, (whole, tokens) => {
        const parts = readAll(whole, {}, tokens);
        expect(Buffer.from(parts.join(''))).toEqual(Buffer.from(whole));
        for (const each of parts) {
          expect(Buffer.from(each).toString()).toBe(each);
          expect(estimateTokens(each)).toBeLessThanOrEqual(tokens);
        }
      }),
    );
  });

  it('gives exactly the lines that were asked for', () => {
    fc.assert(
      fc.property(
        text,
        budget,
        fc.nat(12),
        fc.integer({ min: 1, max: 12 }),
        (whole, tokens, skipped, lineCount) => {
          const lines = whole.split(/(?<=\n)/);
          fc.pre(skipped < lines.length);
          const parts = readAll(whole, { startLine: skipped + 1, lineCount }, tokens);
          expect(parts.join('')).toBe(lines.slice(skipped, skipped + lineCount).join(''));
        },
      ),
    );
  });

  it('gives a part of JSON byte for byte', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), text, budget, (items, stdout, tokens) => {
        const whole = JSON.stringify({ stdout, items, 'odd key': items });
        expect(readAll(whole, { select: 'stdout' }, tokens).join('')).toBe(stdout);
        expect(readAll(whole, { select: 'items[1:3]' }, tokens).join('')).toBe(
          JSON.stringify(items.slice(1, 3)),
        );
        expect(readAll(whole, { select: '["odd key"]' }, tokens).join('')).toBe(JSON.stringify(items));
      }),
    );
  });

  it('shows every line that matches, each once', () => {
    fc.assert(
      fc.property(text, budget, fc.constantFrom('a', 'word', '漢', '😀'), (whole, tokens, wanted) => {
        const lines = whole.split('\n').flatMap((line, index) => (line.includes(wanted) ? [index + 1] : []));
        const shown = readAll(whole, { search: wanted }, tokens);
        const numbers = shown.flatMap((page) =>
          [...page.matchAll(/^(\d+) \(offset/gm)].map(([, line]) => Number(line)),
        );
        expect(numbers).toEqual(lines);
      }),
    );
  });
});
