/** Whether a text is a pattern rather than a name. */
export function isPattern(text: string): boolean {
  return /[*?[]/.test(text);
}

type Token =
  | { kind: 'any' }
  | { kind: 'one' }
  | { kind: 'set'; negated: boolean; ranges: readonly [string, string][] }
  | { kind: 'char'; char: string };

/** A shell-style pattern (`*`, `?`, `[a-z]`, `[!x]`) as a test of whole names; never slower than their lengths' product. */
export function patternTest(pattern: string): (name: string) => boolean {
  const tokens = tokensOf([...pattern]);
  return (name) => matches(tokens, [...name]);
}

function tokensOf(chars: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === '*') {
      if (tokens[tokens.length - 1]?.kind !== 'any') tokens.push({ kind: 'any' });
    } else if (char === '?') tokens.push({ kind: 'one' });
    else if (char === '[') {
      const end = setEnd(chars, at);
      if (end < 0) tokens.push({ kind: 'char', char });
      else {
        tokens.push(setToken(chars.slice(at + 1, end)));
        at = end;
      }
    } else tokens.push({ kind: 'char', char });
  }
  return tokens;
}

// A `]` directly after the opening (or its negation) is a member, as in every shell.
function setEnd(chars: readonly string[], open: number): number {
  const first = chars[open + 1] === '!' || chars[open + 1] === '^' ? open + 2 : open + 1;
  return chars.indexOf(']', first + 1);
}

function setToken(inner: readonly string[]): Token {
  const negated = inner[0] === '!' || inner[0] === '^';
  const members = negated ? inner.slice(1) : inner;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at++) {
    const low = members[at]!;
    if (members[at + 1] === '-' && at + 2 < members.length) {
      ranges.push([low, members[at + 2]!]);
      at += 2;
    } else ranges.push([low, low]);
  }
  return { kind: 'set', negated, ranges };
}

// Only the last star needs to be tried again, so there is no exponential case.
function matches(tokens: readonly Token[], chars: readonly string[]): boolean {
  let at = 0;
  let token = 0;
  let starToken = -1;
  let starAt = 0;
  while (at < chars.length) {
    const current = tokens[token];
    if (current?.kind === 'any') {
      starToken = token++;
      starAt = at;
    } else if (current && matchesOne(current, chars[at]!)) {
      token++;
      at++;
    } else if (starToken >= 0) {
      token = starToken + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token]?.kind === 'any') token++;
  return token === tokens.length;
}

function matchesOne(token: Token, char: string): boolean {
  if (token.kind === 'one') return true;
  if (token.kind === 'char') return token.char === char;
  if (token.kind === 'any') return false;
  const inside = token.ranges.some(([low, high]) => char >= low && char <= high);
  return inside !== token.negated;
}
