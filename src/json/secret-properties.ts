import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { referredTo, REFERENCES } from './local-reference';

/** Keywords that hold values, not schemas. */
export const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'required']);
/** Keywords that hold schemas by names that are no properties of theirs. */
export const MAPS: ReadonlySet<string> = new Set([
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/**
 * Returns the names of the properties that a raw schema marks as secret, at any depth: `writeOnly`, or the format `password`,
 * on the property itself, on one of its alternatives, or on the items of its list or the values of its map.
 */
export function secretProperties(schema: JsonSchema): readonly string[] {
  const names = new Set<string>();
  const followed = new Set<string>();
  // `owner` is the property that a value belongs to, alone or with others.
  const look = (each: unknown, owner: string | undefined): void => {
    if (Array.isArray(each)) return each.forEach((one) => look(one, owner));
    if (!isObject(each)) return;
    if (owner !== undefined && isSecret(each)) names.add(owner);
    for (const [keyword, inner] of Object.entries(each)) {
      if (VALUES.has(keyword)) continue;
      if (REFERENCES.includes(keyword)) follow(String(inner), owner);
      else if (keyword === 'properties' && isObject(inner))
        for (const [name, property] of Object.entries(inner)) look(property, name);
      else if (MAPS.has(keyword) && isObject(inner)) for (const one of Object.values(inner)) look(one, owner);
      else look(inner, owner);
    }
  };
  const follow = (reference: string, owner: string | undefined): void => {
    const once = JSON.stringify([reference, owner]);
    if (followed.has(once)) return;
    followed.add(once);
    look(referredTo(reference, schema), owner);
  };
  look(schema, undefined);
  return [...names];
}

/** Returns whether a schema marks its own value as secret. */
export function isSecret(schema: Readonly<Record<string, unknown>>): boolean {
  return schema['writeOnly'] === true || schema['format'] === 'password';
}
