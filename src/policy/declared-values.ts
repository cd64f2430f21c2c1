import type { DeclaredAccess } from '../base/access';

/** A value in a call that the policy judges, and its argument. */
export interface DeclaredValue {
  readonly field: string;
  readonly kind: DeclaredAccess['kind'];
  readonly value: string;
  readonly effect?: 'reads' | 'writes';
  readonly opensInside?: true;
}

/** Returns every value in checked arguments that is declared for the policy, list items one by one. */
export function declaredValues(accesses: readonly DeclaredAccess[], args: object): DeclaredValue[] {
  return accesses.flatMap((access) => {
    const { field, kind, effect, opensInside } = access;
    const values = valuesAt(args, access.keys ?? field.split('.'), field);
    const found =
      kind === 'path-or-value'
        ? values.flatMap((value) => pathOrValue(field, value))
        : counting(kind, access.always ?? false, values).map((value) => ({ field, kind, value }));
    const known = { ...(effect && { effect }), ...(opensInside && { opensInside }) };
    return found.map((value) => ({ ...value, ...known }));
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

// `key=value` is judged where the whole or a part after a sign looks like a path.
function pathOrValue(field: string, value: string): DeclaredValue[] {
  if (!value.includes('=')) return value === '' ? [] : [{ field, kind: 'path', value }];
  return [value, ...partsAfterSigns(value)].map((part) => ({ field, kind: 'value', value: part }));
}

// The values in `if=/x`, and in `type=bind,source=/x`.
function partsAfterSigns(word: string): string[] {
  const parts = new Set<string>();
  for (let sign = word.indexOf('='); sign >= 0; sign = word.indexOf('=', sign + 1)) {
    const rest = word.slice(sign + 1);
    parts.add(rest).add(rest.split(',', 1)[0]!);
  }
  return [...parts].filter((part) => part !== '');
}

// In a definition an empty string means an omitted argument.
function counting(kind: DeclaredAccess['kind'], always: boolean, values: readonly string[]): string[] {
  if (kind === 'words') return values.flatMap(pathsInWord);
  const blanks = kind === 'path' || kind === 'value' || always;
  const stated = values.filter((value) => !(blanks && value === ''));
  return kind === 'value' ? stated.flatMap((value) => [value, ...partsAfterSigns(value)]) : stated;
}

// The possible paths in an undeclared word: the whole word, or the part after an option.
function pathsInWord(word: string): string[] {
  const parts = word.startsWith('-')
    ? [/=(.*)$/s.exec(word)?.[1], /(?:\.\.)?\/.*$/s.exec(word)?.[0]]
    : [word, ...partsAfterSigns(word)];
  return parts.filter(
    (part): part is string => part !== undefined && part !== '' && (part.includes('/') || part.length < 256),
  );
}
