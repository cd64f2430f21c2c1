import { HIDDEN } from '../base/hidden';
import { isObject } from '../base/json-value';

/** Returns a copy of a value in which every text, and every number that is a secret as a whole, is hidden as `hide` does it. */
export function hideInside(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') return hide(String(value)) === HIDDEN ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => hideInside(item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hideInside(inner, hide)]));
}
