import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';

/** Returns where a value lacks what is wanted; undefined if it contains it. Objects may have more, lists may not. */
export function missingPart(value: unknown, wanted: unknown, path = ''): string | undefined {
  if (isObject(wanted)) {
    if (!isObject(value)) return path || 'the arguments';
    for (const [key, part] of Object.entries(wanted)) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(value, key)) return inner;
      const missing = missingPart(value[key], part, inner);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(value) || value.length !== wanted.length) return path;
    for (const [index, part] of wanted.entries()) {
      const missing = missingPart(value[index], part, `${path}[${index}]`);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }
  return sameJson(value, wanted) ? undefined : path;
}
