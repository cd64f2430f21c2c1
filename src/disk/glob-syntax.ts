import { groupsIn, opensGroup, rangeIn, type GlobGroup } from './glob-groups';
import { bracketEnd, bracketSet, type CharacterSet } from './glob-set';

/** A part of a glob; only `any` and the character `/` match a slash. */
export type GlobNode =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'one' }
  | { readonly kind: 'any' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly nodes: readonly GlobNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly GlobNode[] }
  | { readonly kind: 'repeat'; readonly node: GlobNode };

/** The syntax of a glob: `name` for one name in a path; `path` adds `**`, `{a,b}` and `@(a|b)`. */
export type GlobSyntax = 'name' | 'path';

/** Thrown for an unusable glob; the message completes "Invalid pattern …: ". */
export class GlobError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'GlobError';
  }
}

const LONGEST_GLOB = 1_100;
const MOST_GROUPS = 20;
const LONGEST_RANGE = 1_000;
const REPEATED_GLOBSTAR = /(^|\/)\*\*(?:\/\*\*)+(?=\/|$)/g;

const STAR: GlobNode = { kind: 'repeat', node: { kind: 'one' } };
const REST: GlobNode = { kind: 'repeat', node: { kind: 'any' } };
const SLASH: GlobNode = { kind: 'char', code: 0x2f };
const DIRECTORIES: GlobNode = { kind: 'repeat', node: sequence([STAR, SLASH]) };

/** Returns whether a text contains `*`, `?` or `[`, which make it a glob. */
export function isGlob(text: string): boolean {
  return /[*?[]/.test(text);
}

/** Parses a glob; throws a GlobError if it is too long or has too many groups. */
export function parseGlob(pattern: string, syntax: GlobSyntax): GlobNode {
  const chars = [...(syntax === 'path' ? pattern.replace(REPEATED_GLOBSTAR, '$1**') : pattern)];
  if (chars.length > LONGEST_GLOB) throw new GlobError(`it is longer than ${LONGEST_GLOB} characters`);
  const groups = syntax === 'path' ? groupsIn(chars) : undefined;
  if (groups && groups.size > MOST_GROUPS) throw new GlobError(`it has more than ${MOST_GROUPS} groups`);
  return new GlobParser(chars, groups).sequence(0, chars.length);
}

class GlobParser {
  private at = 0;

  constructor(
    private readonly chars: readonly string[],
    /** Undefined for the `name` syntax, which has no groups and no `**`. */
    private readonly groups: ReadonlyMap<number, GlobGroup> | undefined,
  ) {}

  sequence(from: number, to: number): GlobNode {
    const nodes: GlobNode[] = [];
    for (this.at = from; this.at < to;) {
      if (!this.groups || !this.globstar(from, to, nodes)) nodes.push(this.node());
    }
    return sequence(nodes);
  }

  // `**` as a whole path segment: any number of directories, or all that follows. `a/**` also matches `a` itself;
  // `*/**` requires its slash, or it would be `**`.
  private globstar(from: number, to: number, nodes: GlobNode[]): boolean {
    if (this.chars[this.at] !== '*' || (this.at > from && this.chars[this.at - 1] !== '/')) return false;
    let after = this.at;
    while (after < to && this.chars[after] === '*') after++;
    if (after - this.at < 2) return false;
    if (after < to && this.chars[after] === '/') {
      this.at = after + 1;
      nodes.push(DIRECTORIES);
      return true;
    }
    if (after < to) return false;
    this.at = after;
    nodes.push(
      nodes.at(-1) === SLASH && nodes.at(-2) !== STAR ? optional(sequence([nodes.pop()!, REST])) : REST,
    );
    return true;
  }

  private node(): GlobNode {
    const char = this.chars[this.at]!;
    const brace = this.groups?.get(this.at);
    if (brace && char === '{') return this.brace(brace);
    const group = this.groups?.get(this.at + 1);
    if (group && this.chars[group.open] === '(' && opensGroup(this.chars, group.open))
      return this.signed(char, group);
    const end = char === '[' ? bracketEnd(this.chars, this.at) : -1;
    if (end >= 0) return this.bracket(end);
    this.at++;
    if (char === '*') return STAR;
    if (char === '?') return { kind: 'one' };
    if (char === '/') return SLASH;
    return literal(char === '\\' && this.at < this.chars.length ? this.chars[this.at++]! : char);
  }

  private bracket(end: number): GlobNode {
    const set = bracketSet(this.chars.slice(this.at + 1, end));
    this.at = end + 1;
    return { kind: 'set', set };
  }

  private brace(group: GlobGroup): GlobNode {
    const ends = rangeIn(this.chars, group.open, group.close);
    if (!ends) return this.alternatives(group);
    this.at = group.close + 1;
    return range(...ends);
  }

  private signed(sign: string, group: GlobGroup): GlobNode {
    if (sign === '!') throw new GlobError('!(…) is not supported; write \\!( for the characters themselves');
    const once = this.alternatives(group);
    if (sign === '@') return once;
    if (sign === '?') return optional(once);
    const repeated: GlobNode = { kind: 'repeat', node: once };
    return sign === '*' ? repeated : sequence([once, repeated]);
  }

  private alternatives({ open, separators, close }: GlobGroup): GlobNode {
    const ends = [...separators, close];
    const nodes = ends.map((end, index) => this.sequence((ends[index - 1] ?? open) + 1, end));
    this.at = close + 1;
    return { kind: 'choice', nodes };
  }
}

function range(from: string, to: string): GlobNode {
  const numbers = /\d/.test(from);
  const [low, high] = [from, to]
    .map((end) => (numbers ? Number(end) : end.charCodeAt(0)))
    .sort((a, b) => a - b);
  const count = high! - low! + 1;
  if (count > LONGEST_RANGE)
    throw new GlobError(`{${from}..${to}} stands for more than ${LONGEST_RANGE} numbers`);
  const values = Array.from({ length: count }, (_, index) => low! + index);
  const words = values.map((value) => (numbers ? String(value) : String.fromCharCode(value)));
  return { kind: 'choice', nodes: words.map((word) => sequence([...word].map(literal))) };
}

function optional(node: GlobNode): GlobNode {
  return { kind: 'choice', nodes: [sequence([]), node] };
}

function sequence(nodes: readonly GlobNode[]): GlobNode {
  return { kind: 'sequence', nodes };
}

function literal(char: string): GlobNode {
  return { kind: 'char', code: char.codePointAt(0)! };
}
