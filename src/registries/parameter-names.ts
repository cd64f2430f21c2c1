import type { AnyClass } from '../metadata';

/** Returns the names of the constructor parameters that a class requires, read from its text; none if they can't be read. */
export function parameterNamesOf(cls: AnyClass): readonly string[] {
  const found = /\bconstructor\s*\(([^()]*)\)/.exec(String(cls))?.[1] ?? '';
  const names = found
    .replace(/\/\*.*?\*\/|\/\/.*$/gms, '')
    .split(',')
    .map((name) => name.trim())
    .slice(0, cls.length);
  return names.length === cls.length && names.every((name) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
    ? names
    : [];
}

/** Returns a list with a stand-in for the class of each constructor parameter, to show in a cure: `[ClassOfDisk]` for `disk`. */
export function exampleTokens(names: readonly string[]): string {
  const classes = names.map((name) => `ClassOf${capitalised(name.replace(/^[_$]+/, ''))}`);
  return classes.length ? `[${classes.join(', ')}]` : '[…]';
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
