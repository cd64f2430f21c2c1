import { MAX_PATTERN } from './expression';

/** Documents of one directory under the document root. */
export interface Category {
  /** Relative to the document root, with a trailing slash. */
  readonly dir: string;
  /** What of the directory belongs to it; everything when empty. */
  readonly patterns: readonly string[];
  readonly description?: string;
}

/** Several categories under one name. */
export interface Collection {
  /** Expressions, or names of other collections. */
  readonly categories: readonly string[];
  readonly description?: string;
}

/** The longest name of a category or collection. */
const MAX_NAME = 30;
/** The longest description. */
const MAX_DESCRIPTION = 500;

/** What is wrong with the name of a category or collection; undefined when nothing is. */
export function categoryNameProblem(name: string): string | undefined {
  if (name === '' || [...name].length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters`;
  if (/^[_-]/.test(name)) return "must not begin with '_' or '-'";
  if (/[\s/\\!,+*?[\]:;"'`\p{C}]/u.test(name))
    return 'must not hold spaces, quotes, separators or any of / \\ ! , + * ? [ ] : ;';
  return undefined;
}

/** What is wrong with a category's directory; undefined when nothing is. */
export function dirProblem(dir: string): string | undefined {
  if (dir === '' || dir.length > MAX_PATTERN) return `must have 1 to ${MAX_PATTERN} characters`;
  return pathProblem(dir.replace(/\/$/, ''), 'directory');
}

/** What is wrong with a pattern; undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN) return `must have 1 to ${MAX_PATTERN} characters`;
  if (pattern.includes('..')) return "must not hold '..'";
  if (/[,+]/.test(pattern)) return "must not hold ',' or '+'";
  return pathProblem(pattern.replace(/\/$/, ''), 'pattern');
}

/** What is wrong with a description; undefined when nothing is. */
export function descriptionProblem(description: string): string | undefined {
  if ([...description].length > MAX_DESCRIPTION) return `must have at most ${MAX_DESCRIPTION} characters`;
  return /["'`]/.test(description) ? 'must not hold quote characters' : undefined;
}

/** What is wrong with a relative path under the document root; undefined when nothing is. */
export function pathProblem(path: string, what: string): string | undefined {
  if (/[\\\p{Cc}]/u.test(path)) return 'must not hold backslashes or control characters';
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path))
    return `must be a relative ${what}`;
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return "must not hold empty parts, '.' or '..'";
    if (part.startsWith('__') || part.endsWith('__'))
      return "must not hold parts that begin or end with '__'";
    if (part.startsWith('.')) return "must not hold parts that begin with '.'";
  }
  return undefined;
}
