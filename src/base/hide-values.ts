import { HIDDEN } from './hidden';
import { parsedJson } from './json-value';

const DEEPEST = 32;
const MOST_VALUES = 100;

/**
 * Hides in a text, such as a tool's error, the values that arguments have under secret names, at any depth and inside
 * JSON text. Arguments too deep or with too many such values to be looked through hide the whole text.
 */
export function hideValues(text: string, args: unknown, secretNames: readonly string[]): string {
  if (!secretNames.length) return text;
  const values = new Set<string>();
  if (!collect(args, new Set(secretNames), false, values, 0)) return HIDDEN;
  let hidden = text;
  // A value may be part of a longer one.
  for (const value of [...values].sort((one, other) => other.length - one.length))
    for (const written of new Set([value, JSON.stringify(value).slice(1, -1)]))
      hidden = hidden.split(written).join(HIDDEN);
  return hidden;
}

// Returns whether everything was looked at.
function collect(
  value: unknown,
  names: ReadonlySet<string>,
  isSecret: boolean,
  found: Set<string>,
  depth: number,
): boolean {
  if (depth > DEEPEST || found.size > MOST_VALUES) return false;
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, inner]) =>
      collect(inner, names, isSecret || names.has(key), found, depth + 1),
    );
  if (isSecret && isTelling(value)) found.add(String(value));
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return true;
  const inner = parsedJson(value);
  return inner === undefined || collect(inner, names, isSecret, found, depth + 1);
}

function isTelling(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'bigint';
}
