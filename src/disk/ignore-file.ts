import { Glob, GlobError } from './glob';

interface Rule {
  readonly glob: Glob;
  readonly negated: boolean;
  readonly directoriesOnly: boolean;
  /** Whether it is compared with the whole path below its file, rather than with the name alone. */
  readonly anchored: boolean;
}

/** More rules than this would make each entry of a walk slow; the rest is not read. */
const MOST_RULES = 2_000;

/** The rules of one `.gitignore` file, matched in linear time. */
export class IgnoreFile {
  private readonly rules: readonly Rule[];

  constructor(text: string) {
    const lines = text.split('\n', MOST_RULES).map((line) => ruleOf(line.replace(/\r$/, '')));
    // The last rule that matches decides.
    this.rules = lines.filter((rule) => rule !== undefined).reverse();
  }

  /** Returns whether a path below the file's directory is ignored or not; undefined if no rule matches. */
  verdict(path: string, isDirectory: boolean): boolean | undefined {
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const { glob, negated, directoriesOnly, anchored } of this.rules) {
      if ((isDirectory || !directoriesOnly) && glob.matches(anchored ? path : name)) return !negated;
    }
    return undefined;
  }
}

function ruleOf(line: string): Rule | undefined {
  let pattern = withoutTrailingSpaces(line);
  if (pattern === '' || pattern.startsWith('#')) return undefined;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const directoriesOnly = pattern.endsWith('/');
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  try {
    const glob = anchored ? new Glob(pathPattern(pattern), 'path') : new Glob(pattern, 'name');
    return { glob, negated, directoriesOnly, anchored };
  } catch (error) {
    if (error instanceof GlobError) return undefined;
    throw error;
  }
}

// A backslash keeps a space at the end.
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}

// Braces and groups are plain characters here, and `a/**` means what is in `a`, not `a` itself.
function pathPattern(pattern: string): string {
  let plain = '';
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === '\\') plain += char + (pattern[++at] ?? '');
    else plain += char === '{' || char === '(' ? `\\${char}` : char;
  }
  return /(^|\/)\*\*$/.test(plain) ? `${plain}/*` : plain;
}
