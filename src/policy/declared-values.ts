import type { DeclaredAccess } from '../access';

/** One value of a call that the policy judges, and the argument it came in. */
export interface DeclaredValue {
  readonly field: string;
  readonly kind: DeclaredAccess['kind'];
  readonly value: string;
}

/** Every value of checked arguments that is declared for the policy, items of lists one by one. */
export function declaredValues(accesses: readonly DeclaredAccess[], args: object): DeclaredValue[] {
  return accesses.flatMap((access) => {
    const { field, kind } = access;
    const values = valuesAt(args, access.keys ?? field.split('.'), field);
    return counting(kind, access.always ?? false, values).map((value) => ({ field, kind, value }));
  });
}

// An object in the place of a text comes from the author's own transformation: it can't be judged, so nothing may run.
function valuesAt(value: unknown, keys: readonly string[], field: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, keys, field));
  const [key, ...rest] = keys;
  if (key !== undefined) return valuesAt((value as Record<string, unknown>)[key], rest, field);
  if (typeof value === 'string') return [value];
  throw new TypeError(`${field} is declared for the policy and is no longer a string when it is judged`);
}

// A definition leaves an argument out by an empty text, and lets `key=value` stand in the place of some paths.
function counting(kind: DeclaredAccess['kind'], always: boolean, values: readonly string[]): string[] {
  if (kind === 'words') return values.flatMap(pathsInWord);
  const blanks = kind === 'path' || kind === 'path-or-value' || always;
  return values.filter(
    (value) => !(blanks && value === '') && !(kind === 'path-or-value' && value.includes('=')),
  );
}

// Of a word nobody declared, whatever could lead somewhere: the whole word, or what follows an option in it.
function pathsInWord(word: string): string[] {
  const parts = word.startsWith('-')
    ? [/=(.*)$/s.exec(word)?.[1], /(?:\.\.)?\/.*$/s.exec(word)?.[0]]
    : [word];
  return parts.filter(
    (part): part is string => part !== undefined && part !== '' && (part.includes('/') || part.length < 256),
  );
}
