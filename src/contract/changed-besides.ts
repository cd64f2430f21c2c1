import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';
import { isTextKeyword, MAPS_OF_SCHEMAS, VALUE_KEYWORDS } from './same-rules';

/** Returns whether a schema changed in more than what was reported at these paths: in its texts, or in its form elsewhere. */
export function changedBesides(old: unknown, now: unknown, reported: readonly string[]): boolean {
  if (!reported.length) return !sameJson(old, now);
  return textsDiffer(old, now) || formsDiffer(old, now, reported);
}

/** Returns whether two paths name the same place of a value, or one a place within the other. */
export function areRelated(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

function isWithin(path: string, around: string): boolean {
  return !around || path === around || path.startsWith(`${around}.`) || path.startsWith(`${around}[`);
}

// What was added or removed has no text to compare with; a default is reported by itself.
function textsDiffer(old: unknown, now: unknown): boolean {
  if (Array.isArray(old) && Array.isArray(now))
    return old.length === now.length && old.some((item, index) => textsDiffer(item, now[index]));
  if (!isObject(old) || !isObject(now)) return false;
  const keywords = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keywords].some((keyword) => {
    const [was, is] = [old[keyword], now[keyword]];
    if (isTextKeyword(keyword)) return keyword !== 'default' && !sameJson(was, is);
    if (VALUE_KEYWORDS.has(keyword)) return false;
    if (MAPS_OF_SCHEMAS.has(keyword) && isObject(was) && isObject(is))
      return Object.keys(was).some((name) => Object.hasOwn(is, name) && textsDiffer(was[name], is[name]));
    return textsDiffer(was, is);
  });
}

// The same rules in another form show only at a member about which nothing else was said.
function formsDiffer(old: unknown, now: unknown, reported: readonly string[]): boolean {
  const [had, has] = [old, now].map((schema) => (isObject(schema) ? schema['properties'] : undefined));
  if (reported.includes('') || !isObject(had) || !isObject(has)) return false;
  return Object.keys(had).some(
    (name) =>
      Object.hasOwn(has, name) &&
      !sameJson(had[name], has[name]) &&
      !reported.some((path) => isWithin(path, name)),
  );
}
