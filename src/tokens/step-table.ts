// What a character costs depends on what came before it: nothing, something else, a line's end, blanks, digits, a letter, a sign.
/** The state before the first character, and after one that is neither letter, digit, blank nor sign of ASCII. */
export const START = 0;
export const OTHER = 1;
const NEWLINES = 2;
const ONE_BLANK = 3;
const MORE_BLANKS = 4;
// The first, second and third of three digits.
const DIGITS = 5;
const LOWER = 8;
const UPPER = LOWER + 26;
const SIGNS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
// A sign after no other, and one after another.
const FIRST_SIGN = UPPER + 26;
const LATER_SIGN = FIRST_SIGN + SIGNS.length;
const STATES = LATER_SIGN + SIGNS.length;

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

/**
 * For each state and character of ASCII (`state << 7 | code`) what the character costs, times 256, and the state after it; 0 where
 * `fillStep` wasn't asked yet. Counting a page this way takes a quarter of the time of asking for each character what it is.
 */
export const STEPS = new Uint16Array(STATES << 7);

/** Fills in and returns one entry of the table. */
export function fillStep(state: number, code: number): number {
  const [cost, next] = step(state, code);
  return (STEPS[(state << 7) | code] = (cost << 8) | next);
}

function step(state: number, code: number): readonly [cost: number, next: number] {
  if (code >= 97 && code <= 122) return afterLetter(state, code - 97, LOWER);
  if (code >= 65 && code <= 90) return afterLetter(state, code - 65, UPPER);
  if (code >= 48 && code <= 57) return afterDigit(state);
  if (code === 32 || code === 9) {
    if (state === ONE_BLANK) return [BLANKS, MORE_BLANKS];
    return state === MORE_BLANKS ? [REPEATED_BLANK, MORE_BLANKS] : [0, ONE_BLANK];
  }
  if (code === 10 || code === 13) {
    if (state === NEWLINES) return [REPEATED_BLANK, NEWLINES];
    return [state >= FIRST_SIGN ? NEWLINE_AFTER_SIGN : NEWLINE, NEWLINES];
  }
  const sign = SIGNS.indexOf(String.fromCharCode(code));
  return sign < 0 ? [CONTROL, OTHER] : afterSign(state, sign);
}

// Capitals go on a word of capitals only; small letters go on any.
function afterLetter(state: number, letter: number, letters: number): [number, number] {
  const next = letters + letter;
  if (state >= letters && state < FIRST_SIGN) {
    const isCommon = ((PAIRS[(state - LOWER) % 26]! >> letter) & 1) === 1;
    if (letters === LOWER) return [isCommon ? COMMON_PAIR : RARE_PAIR, next];
    return [isCommon ? COMMON_CAPITALS : RARE_CAPITALS, next];
  }
  return [state >= FIRST_SIGN && state < LATER_SIGN ? WORD_AFTER_SIGN : WORD, next];
}

function afterDigit(state: number): [number, number] {
  if (state < DIGITS || state >= LOWER)
    return [THREE_DIGITS + (state === ONE_BLANK ? BLANK_BEFORE_DIGIT : 0), DIGITS];
  return state === DIGITS + 2 ? [THREE_DIGITS, DIGITS] : [0, state + 1];
}

function afterSign(state: number, sign: number): [number, number] {
  if (state < FIRST_SIGN) return [SIGN, FIRST_SIGN + sign];
  if ((state - FIRST_SIGN) % SIGNS.length !== sign) return [NEXT_SIGN, LATER_SIGN + sign];
  return [RULES.includes(SIGNS[sign]!) ? RULE : SAME_SIGN, LATER_SIGN + sign];
}
