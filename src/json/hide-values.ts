import { HIDDEN } from '../base/hidden';
import type { JsonSchema } from '../base/json-schema';
import { isObject, parsedJson } from '../base/json-value';
import type { KnownSecrets } from './known-secrets';
import { holdsSecret } from './holds-secret';
import { withoutSecrets } from './without-secrets';

const DEEPEST = 32;
const MOST_VALUES = 100;

/**
 * Hides in a text, such as a tool's error, the values of secrets in arguments: those under secret names, at any depth and inside
 * JSON text, and whatever `withoutSecrets` hides as a secret. Arguments too deep or with too many such values to be looked through hide
 * the whole text.
 */
export function hideValues(text: string, args: unknown, schema: JsonSchema, secrets: KnownSecrets): string {
  const { names } = secrets;
  if (!names.length && !secrets.tools?.size && !holdsSecret(schema, names, schema)) return text;
  const values = new Set<string>();
  const hidden: unknown[] = [];
  if (!collect(args, new Set(names), false, values, 0)) return HIDDEN;
  if (isObject(args)) withoutSecrets(args, schema, secrets, (value) => void hidden.push(value));
  if (!collect(hidden, new Set(names), true, values, 0)) return HIDDEN;
  let shown = text;
  // A value may be part of a longer one.
  for (const value of [...values].sort((one, other) => other.length - one.length))
    for (const written of new Set([value, JSON.stringify(value).slice(1, -1)]))
      shown = shown.split(written).join(HIDDEN);
  return shown;
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
