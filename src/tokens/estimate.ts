import { isCommonCharacter } from './common-characters';
import { fillStep, OTHER, START, STEPS } from './step-table';
import { BLOCK, takeUnits, UNITS } from './text-units';

/** How far a text goes within a number of tokens, and what that part costs. */
interface Measured {
  readonly end: number;
  /** Not rounded. */
  readonly tokens: number;
}

/** The most tokens that one UTF-16 unit is counted as: a shorter text than a third of a budget fits without counting. */
export const MOST_TOKENS_PER_UNIT = 3;
// The most that one byte of UTF-8 is counted as: a letter and a digit in turn cost a token each.
const MOST_TOKENS_PER_BYTE = 1.15;

/**
 * Estimates how many tokens a text costs a model. It follows how the o200k tokenizer splits text, in one pass and without
 * a vocabulary; it counts up to a third more for prose and code, and never a tenth less than the tokenizer does.
 */
export function estimateTokens(text: string): number {
  return text === measured?.text ? measured.tokens : Math.ceil(exactCost(text));
}

/** The same for a part of a text, not rounded, so that the parts add up. */
export function exactCost(text: string): number {
  return measure(text, 0, Infinity).tokens;
}

// The last page that was measured: what hands it on asks again, and to count it takes longer than to read it.
let measured: { readonly text: string; readonly tokens: number } | undefined;

/** Remembers, until the next text, that one was measured and costs at most so many tokens. */
export function rememberCost(text: string, tokens: number): void {
  measured = { text, tokens };
}

/** Returns whether a text costs at most so many tokens; most texts are short enough to tell without counting. */
export function fitsWithin(text: string, tokens: number): boolean {
  if (text === measured?.text && measured.tokens <= tokens) return true;
  if (text.length * MOST_TOKENS_PER_UNIT <= tokens) return true;
  if (
    text.length * MOST_TOKENS_PER_BYTE <= tokens &&
    Buffer.byteLength(text) * MOST_TOKENS_PER_BYTE <= tokens
  )
    return true;
  return measure(text, 0, tokens).end === text.length;
}

/** Returns where a part of a text that starts at `from` and costs at most so many tokens ends, between two characters. */
export function endWithin(text: string, from: number, tokens: number): number {
  return Math.max(from, characterStart(text, measure(text, from, tokens).end));
}

/** Returns the index itself, or the one before it if it is in the middle of a surrogate pair. */
export function characterStart(text: string, index: number): number {
  return isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1)) ? index - 1 : index;
}

/** Returns the smallest part that can be read at `from`, so that reading on always moves: one character. */
export function oneCharacter(text: string, from: number): number {
  return isHigh(text.charCodeAt(from)) && isLow(text.charCodeAt(from + 1)) ? from + 2 : from + 1;
}

function measure(text: string, from: number, tokens: number): Measured {
  const most = tokens * 100;
  // Imported names are looked up at each use, which here is each character.
  const steps = STEPS;
  const units = UNITS;
  let cost = 0;
  let state = START;
  for (let start = from; start < text.length; start += BLOCK) {
    const count = takeUnits(text, start);
    for (let at = 0; at < count; at++) {
      const code = units[at]!;
      if (code < 128) {
        const step = steps[(state << 7) | code] || fillStep(state, code);
        cost += step >> 8;
        state = step & 255;
      } else {
        cost += costBeyondAscii(code);
        state = OTHER;
      }
      if (cost > most) return { end: start + at, tokens };
    }
  }
  return { end: text.length, tokens: cost / 100 };
}

// The first range that reaches the character; random text of each script costs about this much.
const SCRIPTS: readonly (readonly [last: number, cost: number])[] = [
  [0xbf, 110], // signs of Latin-1
  [0xff, 105], // its letters
  [0x17f, 130],
  [0x36f, 200],
  [0x3ff, 90], // Greek
  [0x40f, 135],
  [0x44f, 78], // Cyrillic
  [0x52f, 200],
  [0x58f, 100],
  [0x5ff, 85], // Hebrew
  [0x6ff, 105], // Arabic
  [0x8ff, 200],
  [0x97f, 120], // Devanagari
  [0xdff, 170],
  [0xe7f, 110], // Thai
  [0x10ff, 110],
  [0x1fff, 220],
  [0x206f, 150],
  [0x2fff, 260],
  [0x303f, 150],
  [0x30ff, 120], // kana
];
const RARE_CHARACTER = 300;
const COMMON_CHARACTER = 100;
const UNCOMMON_HAN = 225;
const UNCOMMON_HANGUL = 245;
const FULL_WIDTH = 150;
// Two of them make one character.
const SURROGATE = 150;
const RARE_SURROGATE = 250;

function costBeyondAscii(code: number): number {
  if (code <= 0x30ff) return SCRIPTS.find(([last]) => code <= last)![1];
  if (code >= 0x4e00 && code <= 0x9fff) return isCommonCharacter(code) ? COMMON_CHARACTER : UNCOMMON_HAN;
  if (code >= 0xac00 && code <= 0xd7a3) return isCommonCharacter(code) ? COMMON_CHARACTER : UNCOMMON_HANGUL;
  if (code >= 0xd800 && code <= 0xdfff) return code >= 0xd840 && code < 0xdc00 ? RARE_SURROGATE : SURROGATE;
  return code >= 0xff00 ? FULL_WIDTH : RARE_CHARACTER;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
