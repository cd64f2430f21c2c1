const HIDDEN = '•••';
const DEEPEST = 32;

/** A copy of logged arguments with the value under every secret name hidden, at any depth and inside JSON text. */
export function redact(args: unknown, secretNames: readonly string[]): unknown {
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

// Clients send objects as JSON text; what can't be parsed and yet names a secret is hidden as a whole.
function hideInText(text: string, secret: ReadonlySet<string>, depth: number): string {
  if (!/^\s*[[{"]/.test(text) || ![...secret].some((name) => text.includes(name) || text.includes('\\')))
    return text;
  try {
    return JSON.stringify(hide(JSON.parse(text), secret, depth + 1));
  } catch {
    return HIDDEN;
  }
}
