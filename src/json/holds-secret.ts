import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { referredTo, REFERENCES } from './local-reference';
import { isSecret, MAPS, VALUES } from './secret-properties';

// By the list of names, then by the schema: a list lives as long as the tools whose names are in it.
const known = new WeakMap<readonly string[], WeakMap<object, boolean>>();

/** Returns whether a schema marks something in its value as secret, or has a property with a secret name, at any depth. */
export function holdsSecret(schema: JsonSchema, names: readonly string[], root: JsonSchema): boolean {
  let answers = known.get(names);
  if (!answers) known.set(names, (answers = new WeakMap()));
  let answer = answers.get(schema);
  if (answer === undefined) answers.set(schema, (answer = looked(schema, names, root, new Set())));
  return answer;
}

function looked(part: unknown, names: readonly string[], root: JsonSchema, seen: Set<unknown>): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false;
  seen.add(part);
  const inside = (inner: unknown): boolean => looked(inner, names, root, seen);
  if (Array.isArray(part)) return part.some(inside);
  if (isSecret(part as JsonSchema)) return true;
  return Object.entries(part).some(([keyword, inner]) => {
    if (VALUES.has(keyword)) return false;
    if (REFERENCES.includes(keyword)) return inside(referredTo(inner, root));
    if (!isObject(inner) || !(keyword === 'properties' || MAPS.has(keyword))) return inside(inner);
    const isNamed = keyword === 'properties' && names.some((name) => Object.hasOwn(inner, name));
    return isNamed || Object.values(inner).some(inside);
  });
}
