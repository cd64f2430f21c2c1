import { isObject } from '../base/json-value';
import type { JsonSchema } from '../base/json-schema';

/** The name of a JSON Schema type. */
export type JsonType = NonNullable<JsonSchema['type']>;

/** All JSON Schema types. */
export const JSON_TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);

/** Returns whether a value has a JSON Schema type. */
export function hasType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
  }
}

/** Returns a type with its article, for sentences: `a string`, `an array`, `null`. */
export function typePhrase(type: JsonType): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
