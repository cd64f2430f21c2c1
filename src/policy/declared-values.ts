import type { DeclaredAccess } from '../base/access';

/** A value in a call that the policy judges, and its argument. */
export interface DeclaredValue {
  readonly field: string;
  readonly kind: DeclaredAccess['kind'];
  readonly value: string;
  readonly effect?: 'reads' | 'writes';
}

/** Returns every value in checked arguments that is declared for the policy, list items one by one. */
export function declaredValues(accesses: readonly DeclaredAccess[], args: object): DeclaredValue[] {
  return accesses.flatMap((access) => {
    const { field, kind, effect } = access;
    const values = valuesAt(args, access.keys ?? field.split('.'), field);
    const found =
      kind === 'path-or-value'
        ? values.flatMap((value) => pathOrValue(field, value))
        : counting(kind, access.always ?? false, values).map((value) => ({ field, kind, value }));
    return effect ? found.map((value) => ({ ...value, effect })) : found;
  });
}

// An object in place of a string comes from the author's own transformation; it cannot be judged, so the call must not run.
function valuesAt(value: unknown, keys: readonly string[], field: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, keys, field));
  const [key, ...rest] = keys;
  if (key !== undefined) return valuesAt((value as Record<string, unknown>)[key], rest, field);
  if (typeof value === 'string') return [value];
  throw new TypeError(`${field} is declared for the policy, but is not a string when it is judged`);
}

// `key=value` is judged where the whole or the part after the sign looks like a path.
function pathOrValue(field: string, value: string): DeclaredValue[] {
  const sign = value.indexOf('=');
  if (sign < 0) return value === '' ? [] : [{ field, kind: 'path', value }];
  return [value, value.slice(sign + 1)].map((part) => ({ field, kind: 'value', value: part }));
}

// In a definition an empty string means an omitted argument.
function counting(kind: DeclaredAccess['kind'], always: boolean, values: readonly string[]): string[] {
  if (kind === 'words') return values.flatMap(pathsInWord);
  const blanks = kind === 'path' || kind === 'value' || always;
  return values.filter((value) => !(blanks && value === ''));
}

// The possible paths in an undeclared word: the whole word, or the part after an option.
function pathsInWord(word: string): string[] {
  const parts = word.startsWith('-')
    ? [/=(.*)$/s.exec(word)?.[1], /(?:\.\.)?\/.*$/s.exec(word)?.[0]]
    : [word];
  return parts.filter(
    (part): part is string => part !== undefined && part !== '' && (part.includes('/') || part.length < 256),
  );
}
