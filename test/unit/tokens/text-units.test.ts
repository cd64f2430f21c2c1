import { BLOCK, takeUnits, UNITS } from '../../../src/tokens/text-units';

const UNUSUAL = 'aé€\ud83d\ude00\ud800\udc00\ud800\u0000\uffff';

test.each([0, 1, 63, 64, 65, 100, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])(
  'a text of %s units is taken as it is, halves of characters included',
  (length) => {
    for (const letters of ['plain ', UNUSUAL]) {
      const text = letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
      const taken: number[] = [];
      for (let start = 0; start < length; start += BLOCK)
        taken.push(...UNITS.subarray(0, takeUnits(text, start)));

      expect(taken).toEqual(Array.from({ length }, (_, at) => text.charCodeAt(at)));
    }
  },
);
