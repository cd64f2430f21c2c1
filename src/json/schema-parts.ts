import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { referredTo, REFERENCES } from './local-reference';

const BRANCHES = ['anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'dependentSchemas', ...REFERENCES];

/** Returns a schema with everything that may hold for the same value: its alternatives, conditions and what it refers to in the root. */
export function withBranches(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const add = (each: unknown): void => {
    if (!isObject(each) || found.has(each)) return;
    found.add(each);
    for (const keyword of BRANCHES) {
      const branch = each[keyword];
      if (REFERENCES.includes(keyword)) add(referredTo(branch, root));
      else if (keyword === 'dependentSchemas')
        schemasIn(isObject(branch) ? Object.values(branch) : []).forEach(add);
      else schemasIn(branch).forEach(add);
    }
  };
  add(schema);
  return [...found];
}

/** Returns the schemas that a member of an object has to fit by its name; branches aside. */
export function memberSchemas(schema: JsonSchema, name: string): JsonSchema[] {
  const { properties, patternProperties } = schema;
  const fitting = isObject(patternProperties)
    ? Object.entries(patternProperties).filter(([pattern]) => fits(name, pattern))
    : [];
  const own = properties && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const stated = schemasIn([...own, ...fitting.map(([, each]) => each)]);
  if (own.length || fitting.length) return stated;
  return schemasIn([schema.additionalProperties, schema['unevaluatedProperties']]);
}

/** Returns the schemas that items of a list have to fit; branches aside. */
export function itemSchemas(schema: JsonSchema): JsonSchema[] {
  const { items, prefixItems, additionalItems, unevaluatedItems, contains } = schema;
  return [items, prefixItems, additionalItems, unevaluatedItems, contains].flatMap(schemasIn);
}

/** Returns the schema of an item by its place, if the list has one for each. */
export function placedSchemas(schema: JsonSchema, index: number): JsonSchema[] {
  const { items, prefixItems } = schema as Record<string, unknown>;
  const placed = [prefixItems, items].find(Array.isArray) as unknown[] | undefined;
  return schemasIn(placed?.[index]);
}

/** Returns whether a schema refuses members that it doesn't name. */
export function isClosed(schema: JsonSchema): boolean {
  return schema.additionalProperties === false || schema['unevaluatedProperties'] === false;
}

function schemasIn(value: unknown): JsonSchema[] {
  return [value].flat().filter(isObject);
}

// A pattern that can't be read counts as one that fits: it is asked where secrets may be.
function fits(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(name);
  } catch {
    return true;
  }
}
