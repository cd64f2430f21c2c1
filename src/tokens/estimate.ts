import { isCommonCharacter } from './common-characters';

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

const enum Kind {
  None,
  Lower,
  Upper,
  Digit,
  Blank,
  Newline,
  Sign,
  Other,
}

// Hundredths of a token, fitted to o200k over code, prose, data and random text; test/unit/tokens holds them to it.
const WORD = 105;
const WORD_AFTER_SIGN = 95;
const COMMON_PAIR = 12;
const RARE_PAIR = 95;
const COMMON_CAPITALS = 30;
const RARE_CAPITALS = 90;
const THREE_DIGITS = 115;
const BLANK_BEFORE_DIGIT = 100;
const BLANKS = 100;
const NEWLINE = 80;
const NEWLINE_AFTER_SIGN = 25;
const REPEATED_BLANK = 7;
const SIGN = 60;
const NEXT_SIGN = 70;
const SAME_SIGN = 53;
const RULE = 6;
const CONTROL = 100;

// Bit b of entry a: the letters a and b often follow each other in words, which then are few tokens.
const PAIRS = [
  0x1febd6f, 0x1164b15, 0x11ecd95, 0x1ef95d, 0x1effbff, 0x11e4931, 0x1e6991, 0x1e4115, 0x2befc7f, 0x140010,
  0x42111, 0x13cdd3d, 0x3cd91b, 0x17eff7f, 0x7eff7f, 0x11ec919, 0x100000, 0x13efd7d, 0x1feffbf, 0x15efbbf,
  0x8eb95f, 0x4111, 0x66191, 0x89115, 0x4cf115, 0x10,
] as const;

// Signs that are drawn as rules; a whole line of one is a few tokens.
const RULES = '-.=*#_~/';

function measure(text: string, from: number, tokens: number): Measured {
  const most = tokens * 100;
  let cost = 0;
  let before = Kind.None;
  let run = 0;
  let letter = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let kind: Kind;
    let step: number;
    if (code >= 97 && code <= 122) {
      kind = Kind.Lower;
      const next = code - 97;
      if (before === Kind.Lower || before === Kind.Upper)
        step = follows(letter, next) ? COMMON_PAIR : RARE_PAIR;
      else step = before === Kind.Sign && run === 1 ? WORD_AFTER_SIGN : WORD;
      letter = next;
    } else if (code >= 65 && code <= 90) {
      kind = Kind.Upper;
      const next = code - 65;
      if (before === Kind.Upper) step = follows(letter, next) ? COMMON_CAPITALS : RARE_CAPITALS;
      else step = before === Kind.Sign && run === 1 ? WORD_AFTER_SIGN : WORD;
      letter = next;
    } else if (code >= 48 && code <= 57) {
      kind = Kind.Digit;
      if (before !== Kind.Digit)
        step = THREE_DIGITS + (before === Kind.Blank && run === 1 ? BLANK_BEFORE_DIGIT : 0);
      else step = run % 3 === 0 ? THREE_DIGITS : 0;
    } else if (code === 32 || code === 9) {
      kind = Kind.Blank;
      step = before !== Kind.Blank ? 0 : run === 1 ? BLANKS : REPEATED_BLANK;
    } else if (code === 10 || code === 13) {
      kind = Kind.Newline;
      if (before === Kind.Newline) step = REPEATED_BLANK;
      else step = before === Kind.Sign ? NEWLINE_AFTER_SIGN : NEWLINE;
    } else if (code > 32 && code < 127) {
      kind = Kind.Sign;
      if (before !== Kind.Sign) step = SIGN;
      else if (code !== text.charCodeAt(at - 1)) step = NEXT_SIGN;
      else step = RULES.includes(text[at]!) ? RULE : SAME_SIGN;
    } else {
      kind = Kind.Other;
      step = code < 128 ? CONTROL : costBeyondAscii(code);
    }
    cost += step;
    if (cost > most) return { end: at, tokens };
    run = kind === before ? run + 1 : 1;
    before = kind;
  }
  return { end: text.length, tokens: cost / 100 };
}

function follows(letter: number, next: number): boolean {
  return ((PAIRS[letter]! >> next) & 1) === 1;
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
