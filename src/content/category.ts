import { MAX_PATTERN } from './expression';

/** The documents in one directory under the document root. */
export interface Category {
  /** Relative to the document root, with a trailing slash. */
  readonly dir: string;
  /** Globs of its documents; empty for all files in the directory. */
  readonly patterns: readonly string[];
  readonly description?: string;
}

/** A group of categories under one name. */
export interface Collection {
  /** Expressions, or names of other collections. */
  readonly categories: readonly string[];
  readonly description?: string;
}

/** Maximum length of a category or collection name. */
const MAX_NAME = 30;
/** Maximum length of a description. */
const MAX_DESCRIPTION = 500;

/** Returns the problem with a category or collection name, if any. */
export function categoryNameProblem(name: string): string | undefined {
  if (name === '' || [...name].length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters`;
  if (/^[_-]/.test(name)) return "must not start with '_' or '-'";
  if (/[\s/\\!,+*?[\]:;"'`\p{C}]/u.test(name))
    return 'must not contain spaces, quotes, separators or any of / \\ ! , + * ? [ ] : ;';
  return undefined;
}

/** Returns the problem with a category's directory, if any. */
export function dirProblem(dir: string): string | undefined {
  if (dir === '' || dir.length > MAX_PATTERN) return `must have 1 to ${MAX_PATTERN} characters`;
  return pathProblem(dir.replace(/\/$/, ''), 'directory');
}

/** Returns the problem with a pattern, if any. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '' || pattern.length > MAX_PATTERN) return `must have 1 to ${MAX_PATTERN} characters`;
  if (pattern.includes('..')) return "must not contain '..'";
  if (/[,+]/.test(pattern)) return "must not contain ',' or '+'";
  return pathProblem(pattern.replace(/\/$/, ''), 'pattern');
}

/** Returns the problem with a description, if any. */
export function descriptionProblem(description: string): string | undefined {
  if ([...description].length > MAX_DESCRIPTION) return `must have at most ${MAX_DESCRIPTION} characters`;
  return /["'`]/.test(description) ? 'must not contain quote characters' : undefined;
}

/** Returns the problem with a relative path under the document root, if any. */
export function pathProblem(path: string, what: string): string | undefined {
  if (/[\\\p{Cc}]/u.test(path)) return 'must not contain backslashes or control characters';
  if (path.startsWith('/') || path.startsWith('~') || /^[a-z]:/i.test(path))
    return `must be a relative ${what}`;
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return "must not contain empty parts, '.' or '..'";
    if (part.startsWith('__') || part.endsWith('__'))
      return "must not contain parts that start or end with '__'";
    if (part.startsWith('.')) return "must not contain parts that start with '.'";
  }
  return undefined;
}
