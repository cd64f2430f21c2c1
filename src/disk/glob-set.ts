/** The characters that a bracket expression such as `[a-z_]` or `[!0-9]` matches. */
export interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
}

type Range = readonly [number, number];

const range = (from: string, to: string): Range => [from.codePointAt(0)!, to.codePointAt(0)!];
const UPPER = range('A', 'Z');
const LOWER = range('a', 'z');
const DIGIT = range('0', '9');
const PUNCTUATION = [range('!', '/'), range(':', '@'), range('[', '`'), range('{', '~')];

const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  alpha: [UPPER, LOWER],
  digit: [DIGIT],
  alnum: [UPPER, LOWER, DIGIT],
  upper: [UPPER],
  lower: [LOWER],
  punct: PUNCTUATION,
  space: [range('\t', '\r'), range(' ', ' ')],
  blank: [range('\t', '\t'), range(' ', ' ')],
  xdigit: [DIGIT, range('A', 'F'), range('a', 'f')],
};

const LONGEST_CLASS = '[:xdigit:]'.length;

/** Returns the end of a bracket expression that opens at an index; -1 if it does not close before the next slash. */
export function bracketEnd(chars: readonly string[], open: number): number {
  // A `]` directly after the opening, or after its negation, is a member, as in every shell.
  let at = isNegation(chars[open + 1]) ? open + 2 : open + 1;
  if (chars[at] === ']') at++;
  for (; at < chars.length && chars[at] !== '/'; at++) {
    if (chars[at] === ']') return at;
    if (chars[at] === '\\') at++;
    else at = classEnd(chars, at);
  }
  return -1;
}

/** Parses the inside of a bracket expression. */
export function bracketSet(inner: readonly string[]): CharacterSet {
  const negated = isNegation(inner[0]);
  const ranges: Range[] = [];
  for (let at = negated ? 1 : 0; at < inner.length; at++) {
    const end = classEnd(inner, at);
    if (end > at) {
      ranges.push(...CLASSES[className(inner, at, end)]!);
      at = end;
      continue;
    }
    if (inner[at] === '\\' && at + 1 < inner.length) at++;
    const low = inner[at]!;
    if (inner[at + 1] !== '-' || at + 2 >= inner.length) {
      ranges.push(range(low, low));
      continue;
    }
    at += inner[at + 2] === '\\' && at + 3 < inner.length ? 3 : 2;
    ranges.push(range(low, inner[at]!));
  }
  return { negated, ranges };
}

/** Returns whether a set contains a character; none contains a slash, since names cannot. */
export function inSet(set: CharacterSet, code: number): boolean {
  if (code === 0x2f) return false;
  for (const [low, high] of set.ranges) if (code >= low && code <= high) return !set.negated;
  return set.negated;
}

function isNegation(char: string | undefined): boolean {
  return char === '!' || char === '^';
}

// Index of the last character of a class such as `[:alpha:]` that begins at an index; the index itself if there is none.
function classEnd(chars: readonly string[], at: number): number {
  if (chars[at] !== '[' || chars[at + 1] !== ':') return at;
  const length = chars.slice(at, at + LONGEST_CLASS).indexOf(']');
  const end = at + length;
  return length > 3 && chars[end - 1] === ':' && Object.hasOwn(CLASSES, className(chars, at, end)) ? end : at;
}

function className(chars: readonly string[], at: number, end: number): string {
  return chars.slice(at + 2, end - 1).join('');
}
