import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { isCommonCharacter } from '../../../src/tokens/common-characters';
import { endWithin, estimateTokens, fitsWithin, rememberCost } from '../../../src/tokens/estimate';
import { tokenCorpus } from '../../support/token-corpus';

const tokens = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;

describe('the estimate of tokens, beside the o200k tokenizer', () => {
  const corpus = tokenCorpus();

  it.each(Object.entries(corpus))('never counts a tenth too few: %s', (_, text) => {
    for (let start = 0; start < text.length; start += 8_000) {
      const window = text.slice(start, start + 8_000);
      expect(estimateTokens(window)).toBeGreaterThanOrEqual(tokens(window) * 0.9);
    }
  });

  it.each(['code', 'prose', 'json', 'lockFile', 'base64', 'hex', 'csv', 'de', 'fr', 'zh-cn', 'ko'])(
    'counts at most half too many: %s',
    (name) => {
      const text = corpus[name]!;
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens(text) * 1.5);
    },
  );

  it('knows which Han characters and Hangul syllables are one token', () => {
    const wrong: string[] = [];
    for (const [first, last] of [
      [0x4e00, 0x9fff],
      [0xac00, 0xd7a3],
    ] as const)
      for (let code = first; code <= last; code++) {
        const character = String.fromCharCode(code);
        if (isCommonCharacter(code) !== (tokens(character) === 1)) wrong.push(character);
      }
    expect(wrong).toEqual([]);
  });

  it('tells the same with and without counting', () => {
    const mixed = ['a1'.repeat(5_000), ' 1'.repeat(5_000), 'aB'.repeat(5_000), '\n1'.repeat(5_000)];
    for (const text of [...Object.values(corpus), ...mixed])
      for (const length of [300, 900, 1_000, 1_100]) {
        const part = text.slice(0, length);
        expect(fitsWithin(part, 1_000)).toBe(estimateTokens(part) <= 1_000);
      }
  });

  it('ends a part between two characters and within its tokens', () => {
    for (const text of Object.values(corpus)) {
      const end = endWithin(text, 0, 500);
      const part = text.slice(0, end);
      expect(Buffer.from(part).toString()).toBe(part);
      expect(estimateTokens(part)).toBeLessThanOrEqual(500);
      expect(fitsWithin(text, 500)).toBe(estimateTokens(text) <= 500);
    }
  });
});

test('a cost that is remembered is that of one text, until the next', () => {
  const [one, two] = ['one word '.repeat(900), 'two word '.repeat(900)];
  const honest = estimateTokens(two);
  rememberCost(one, 5_000);
  expect([estimateTokens(one), estimateTokens(two)]).toEqual([5_000, honest]);
  expect([fitsWithin(one, 5_000), fitsWithin(two, 100)]).toEqual([true, false]);
  rememberCost(two, honest);
  expect(estimateTokens(one)).not.toBe(5_000);
});
