import { isObject } from '../base/json-value';

/** Returns whether two values are the same JSON, regardless of key order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) &&
      sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

/** Returns whether all items differ as JSON, in linear time. */
export function allDifferent(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

// The quote distinguishes a string from a list or object with the same JSON.
function keyOf(item: unknown): unknown {
  if (typeof item === 'string') return `"${item}`;
  return typeof item === 'object' && item !== null ? sortedJson(item) : item;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedJson(value[key])}`).join()}}`;
}
