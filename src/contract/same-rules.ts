import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';

const TEXTS = new Set(
  'title description examples example default $comment deprecated readOnly writeOnly $schema $id'.split(' '),
);

/** Returns whether a keyword tells people something, and refuses no value. */
export function isTextKeyword(keyword: string): boolean {
  return TEXTS.has(keyword);
}

/** Keywords whose members are names of the author's choice, each with a schema. */
export const MAPS_OF_SCHEMAS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** Keywords that hold values, not schemas. */
export const VALUE_KEYWORDS = new Set(['enum', 'const', 'required', 'dependentRequired', 'type']);

/** Returns a schema without what refuses no value: titles, descriptions, examples, defaults. */
export function rulesOf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rulesOf);
  if (!isObject(schema)) return schema;
  const rules: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (isTextKeyword(keyword)) continue;
    if (VALUE_KEYWORDS.has(keyword)) rules[keyword] = value;
    else if (MAPS_OF_SCHEMAS.has(keyword) && isObject(value))
      rules[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, rulesOf(inner)]),
      );
    else rules[keyword] = rulesOf(value);
  }
  return rules;
}

/** Returns whether two schemas have the same rules. */
export function sameRules(a: unknown, b: unknown): boolean {
  return sameJson(rulesOf(a), rulesOf(b));
}
