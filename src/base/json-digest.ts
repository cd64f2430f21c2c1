import { crypto } from './crypto';

/** Returns the digest of a JSON value, whatever the order of its keys. */
export function digestOf(value: unknown): string {
  return crypto()
    .createHash('sha256')
    .update(JSON.stringify(ordered(value)))
    .digest('base64url');
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // An object stays one: a list of its members is another value.
  return Object.fromEntries(entries.map(([key, inner]) => [key, ordered(inner)]));
}
