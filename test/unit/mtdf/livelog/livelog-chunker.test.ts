import fc from 'fast-check';
import { Chunker } from '../../../../src/mtdf/livelog/livelog-chunker';

const limits = { maxLines: 3, maxMs: 1000, maxBytes: 100, waiting: 2 };

function filled(lines: readonly string[], more: Partial<typeof limits> = {}): Chunker {
  const chunker = new Chunker({ ...limits, ...more });
  lines.forEach((line, index) => chunker.add(line, index + 1, index * 10));
  return chunker;
}

test('a chunk is complete with its lines, at the latest some time after its first', () => {
  const chunker = filled(['a', 'b']);
  expect(chunker.dueAt()).toBe(1000);
  chunker.add('c', 3, 900);
  expect(chunker.dueAt()).toBe(-Infinity);
  expect(chunker.take()).toEqual({ lines: ['a', 'b', 'c'], first: 1, last: 3 });
  expect([chunker.dueAt(), chunker.take(), chunker.size]).toEqual([undefined, undefined, 0]);
});

test('the time of the next one counts from its own first line', () => {
  const chunker = filled(['a', 'b', 'c', 'd']);
  chunker.take();
  expect(chunker.dueAt()).toBe(1030);
  expect(chunker.take()).toEqual({ lines: ['d'], first: 4, last: 4 });
});

test('one holds no more bytes than it may, save a single line that alone has more', () => {
  const chunker = filled(['ä'.repeat(30), 'b'.repeat(30), 'c'.repeat(30)], { maxLines: 10 });
  expect(chunker.dueAt()).toBe(-Infinity);
  expect(chunker.take()!.lines).toEqual(['ä'.repeat(30), 'b'.repeat(30)]);
  expect(chunker.dueAt()).toBe(1020);
  expect(filled(['x'.repeat(500)]).take()!.lines).toEqual(['x'.repeat(500)]);
});

test('beyond the bound the oldest lines go, and are counted', () => {
  const chunker = filled(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(chunker.add('g', 7, 0)).toBe(1);
  expect(chunker.take()).toEqual({ lines: ['b', 'c', 'd'], first: 2, last: 4 });
  expect(chunker.add('x'.repeat(199), 8, 0)).toBe(3);
  expect(chunker.clear()).toBe(1);
  expect(chunker.size).toBe(0);
});

test('no line is lost, doubled or moved, however they come', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 50 }), (pieces, maxLines) => {
      const chunker = new Chunker({ maxLines, maxMs: 1, maxBytes: 1000, waiting: 5 });
      let number = 0;
      let dropped = 0;
      const taken: string[] = [];
      for (const piece of pieces) {
        for (let line = 0; line < piece; line++) dropped += chunker.add(`l${++number}`, number, 0);
        taken.push(...(chunker.take()?.lines ?? []));
      }
      const last = chunker.size;
      expect(taken.length + dropped + last).toBe(number);
      expect(taken).toEqual([...new Set(taken)]);
      const numbers = taken.map((line) => Number(line.slice(1)));
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});
