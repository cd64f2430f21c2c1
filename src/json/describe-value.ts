/** A value as a problem shows it: its JSON, shortened. */
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

/** The JSON type of a value. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
