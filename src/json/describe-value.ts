/** Formats a value for a problem: its JSON, shortened. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number') return value === null ? 'null' : `${value} (number)`;
  let text: string;
  try {
    text = JSON.stringify(value) ?? 'no JSON value';
  } catch {
    text = Array.isArray(value) ? 'a very deep array' : 'a very deep object';
  }
  const short = text.length > 80 ? `${text.slice(0, 77)}…` : text;
  return typeof value === 'string' ? short : `${short} (${typeName(value)})`;
}

/** Returns the JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
