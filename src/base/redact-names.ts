import { HIDDEN } from './hidden';

const DEEPEST = 32;

/** Returns a copy of arguments for the log, with the values of secret names hidden, at any depth and inside JSON text. */
export function redactNames(args: unknown, secretNames: readonly string[]): unknown {
  return secretNames.length ? hide(args, new Set(secretNames), 0) : args;
}

function hide(value: unknown, secret: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === 'string') return hideInText(value, secret, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => hide(item, secret, depth + 1));
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    secret.has(key) ? HIDDEN : hide(inner, secret, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

// Clients send objects as JSON text; text that cannot be parsed but contains a secret name is hidden entirely.
function hideInText(text: string, secret: ReadonlySet<string>, depth: number): string {
  if (!/^\s*[[{"]/.test(text) || ![...secret].some((name) => text.includes(name) || text.includes('\\')))
    return text;
  try {
    return JSON.stringify(hide(JSON.parse(text), secret, depth + 1));
  } catch {
    return HIDDEN;
  }
}
