import type { Random } from './seeded-random';

// Every class of characters is asked which of these it takes.
const ALPHABET = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...['\t', '\n', '\r', '\f', '\v', '\0', 'é', 'ß', 'Ω', 'я', '中', 'あ', '٣', '😀'],
];
const ATTEMPTS = 30;
const MOST_REPEATS = 8;

/**
 * Makes a text that fits a pattern, as long as it is not too special: what follows from references and looking around is left
 * to chance. Returns undefined if none was found.
 */
export function textOfPattern(
  pattern: string,
  random: Random,
  fits: (text: string) => boolean = () => true,
): string | undefined {
  let whole: RegExp;
  try {
    whole = new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const text = new PatternWriter(pattern, random, attempt * 2).write();
    if (whole.test(text) && fits(text)) return text;
  }
  return undefined;
}

/** Reads a pattern once, and writes what it reads. */
class PatternWriter {
  private at = 0;

  constructor(
    private readonly pattern: string,
    private readonly random: Random,
    /** How often more than it has to something may be repeated. */
    private readonly more: number,
  ) {}

  write(): string {
    return this.random.pick(this.branches())();
  }

  private branches(): (() => string)[] {
    const branches = [this.sequence()];
    while (this.pattern[this.at] === '|') {
      this.at++;
      branches.push(this.sequence());
    }
    return branches;
  }

  private sequence(): () => string {
    const parts: (() => string)[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at]!))
      parts.push(this.repeated());
    return () => parts.map((part) => part()).join('');
  }

  private repeated(): () => string {
    const part = this.part();
    const [written, least, most] = this.quantifier();
    if (!written) return part;
    const times = (): number =>
      this.random.between(least, Math.min(most, least + Math.min(this.more, MOST_REPEATS)));
    return () => Array.from({ length: times() }, part).join('');
  }

  private quantifier(): [written: boolean, least: number, most: number] {
    const found = /^(?:[*+?]|\{(\d+)(,)?(\d+)?\})\??/.exec(this.pattern.slice(this.at));
    if (!found) return [false, 1, 1];
    const [text, least, comma, most] = found;
    this.at += text.length;
    if (least === undefined) return [true, text.startsWith('+') ? 1 : 0, text.startsWith('?') ? 1 : Infinity];
    return [true, Number(least), most === undefined ? (comma ? Infinity : Number(least)) : Number(most)];
  }

  private part(): () => string {
    const rest = this.pattern.slice(this.at);
    if (rest.startsWith('(')) return this.group(rest);
    const [token = ''] =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\k<[^>]*>|\\[\s\S]|[\s\S])/u.exec(
        rest,
      ) ?? [];
    this.at += token.length;
    if (/^(?:[\^$]|\\[bBk1-9].*)$/.test(token)) return () => '';
    if (!/^[[\\.]/.test(token)) return () => token;
    const taken = charactersOf(token);
    return () => (taken.length ? this.random.pick(taken) : '');
  }

  private group(rest: string): () => string {
    const [start] = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(rest)!;
    this.at += start.length;
    const branches = this.branches();
    this.at++;
    return /[=!]$/.test(start) ? () => '' : () => this.random.pick(branches)();
  }
}

const known = new Map<string, readonly string[]>();

function charactersOf(token: string): readonly string[] {
  let characters = known.get(token);
  if (!characters) {
    const one = new RegExp(`^${token}$`, 'u');
    const [, hex] = /\\[ux]\{?([0-9a-fA-F]{2,6})/.exec(token) ?? [];
    const meant = hex === undefined ? [] : [String.fromCodePoint(parseInt(hex, 16))];
    characters = [...new Set([...ALPHABET, ...token, ...meant])].filter((each) => one.test(each));
    known.set(token, characters);
  }
  return characters;
}
