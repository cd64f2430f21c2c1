import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { compiledSchema } from './ajv-check';
import { JSON_TYPES } from './json-types';
import { hasKnownForm, isPattern } from './schema-keywords';

const ONE =
  'additionalProperties propertyNames unevaluatedProperties items contains additionalItems unevaluatedItems not if then else';
const LIST = 'anyOf oneOf allOf prefixItems';
const MAP = 'properties patternProperties dependentSchemas $defs definitions';
const HOLDERS = new Map<string, (value: unknown, tuples: boolean) => boolean>([
  ...ONE.split(' ').map((keyword) => [keyword, isSound] as const),
  ...LIST.split(' ').map((keyword) => [keyword, areSound] as const),
  ...MAP.split(' ').map((keyword) => [keyword, memberSchemasAreSound] as const),
]);

/**
 * Rejects a schema with a malformed keyword, as an AuthorError at the given place. Ajv is loaded only if something
 * looks wrong, to say what.
 */
export function refuseUnsoundSchema(schema: JsonSchema, place: string): void {
  const dialect = schema.$schema;
  const tuples = typeof dialect === 'string' && /draft-0|2019-09/.test(dialect);
  if (!isSound(schema, tuples)) compiledSchema(schema, { place, dialect });
}

function isSound(schema: unknown, tuples: boolean): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isObject(schema)) return false;
  return Object.keys(schema).every((keyword) => {
    const value = schema[keyword];
    if (value === undefined) return true;
    if (keyword === 'type' && Array.isArray(value)) return areTypes(value);
    if (keyword === 'items' && tuples && Array.isArray(value)) return areSound(value, tuples);
    if (keyword === 'patternProperties' && isObject(value) && !Object.keys(value).every(isPattern))
      return false;
    const holder = HOLDERS.get(keyword);
    return holder ? holder(value, tuples) : hasKnownForm(keyword, value) !== false;
  });
}

function areTypes(types: readonly unknown[]): boolean {
  return (
    types.length > 0 && types.every((type) => JSON_TYPES.has(type)) && new Set(types).size === types.length
  );
}

function areSound(schemas: unknown, tuples: boolean): boolean {
  return Array.isArray(schemas) && schemas.length > 0 && schemas.every((schema) => isSound(schema, tuples));
}

function memberSchemasAreSound(schemas: unknown, tuples: boolean): boolean {
  return isObject(schemas) && Object.values(schemas).every((schema) => isSound(schema, tuples));
}
