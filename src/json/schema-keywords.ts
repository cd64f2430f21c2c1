import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { JSON_TYPES } from './json-types';

type Form = (value: unknown) => boolean;

const anything: Form = () => true;
const text: Form = (value) => typeof value === 'string';
const flag: Form = (value) => typeof value === 'boolean';
const number: Form = (value) => Number.isFinite(value);
const size: Form = (value) => Number.isInteger(value) && (value as number) >= 0;
const filledList: Form = (value) => Array.isArray(value) && value.length > 0;
const names: Form = (value) =>
  Array.isArray(value) && value.every(text) && new Set(value).size === value.length;

// The keywords that compiled checks support, each with the form it must have.
const FORMS: Readonly<Record<string, Form>> = {
  type: (value) => JSON_TYPES.has(value),
  const: anything,
  enum: filledList,
  properties: isObject,
  required: names,
  additionalProperties: (value) => flag(value) || isObject(value),
  items: isObject,
  anyOf: filledList,
  minLength: size,
  maxLength: size,
  pattern: isPattern,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => number(value) && (value as number) > 0,
  minItems: size,
  maxItems: size,
  uniqueItems: flag,
  minProperties: size,
  maxProperties: size,
  format: text,
  title: text,
  description: text,
  default: anything,
  examples: Array.isArray,
  $schema: text,
  $comment: text,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
};

/** Returns whether a value is a valid JSON Schema pattern. */
export function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new RegExp(value, 'u'));
  } catch {
    return false;
  }
}

/** Returns whether a keyword has the form that compiled checks support; undefined for an unsupported keyword. */
export function hasKnownForm(keyword: string, value: unknown): boolean | undefined {
  return Object.hasOwn(FORMS, keyword) ? FORMS[keyword]!(value) : undefined;
}

/** Returns whether compiled checks support every keyword of a schema, inner schemas aside. */
export function canCompile(schema: unknown): schema is JsonSchema {
  if (!isObject(schema)) return false;
  for (const keyword of Object.keys(schema)) {
    if (schema[keyword] !== undefined && !hasKnownForm(keyword, schema[keyword])) return false;
  }
  return true;
}

/** Returns the direct inner schemas of a schema that can be compiled. */
export function innerSchemas(schema: JsonSchema): JsonSchema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  if (schema.items) inner.push(schema.items);
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties);
  return inner;
}
