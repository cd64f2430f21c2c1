const MOST_KEYS = 12;

/** Describes a value by its kind and the names in it: `{ items, next }`, `an array of { name, size }`, `a string`. */
export function shapeOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) {
    const [first] = value as unknown[];
    if (first === undefined) return 'an empty array';
    return typeof first === 'object' && first !== null
      ? `an array of ${shapeOf(first)}`
      : `an array of ${typeof first}s`;
  }
  if (typeof value !== 'object') return `a ${typeof value}`;
  const keys = Object.keys(value);
  if (!keys.length) return 'an empty object';
  return `{ ${keys.slice(0, MOST_KEYS).join(', ')}${keys.length > MOST_KEYS ? ', …' : ''} }`;
}
