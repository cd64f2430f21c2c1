import type { JsonSchema } from '../base/json-schema';
import { compileCheck } from './checker';
import type { Report } from './check-report';
import { hasType, type JsonType } from './json-types';

const OF_OBJECTS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'required',
  'dependentSchemas',
];
const OF_LISTS = ['items', 'prefixItems', 'contains', 'unevaluatedItems'];

/**
 * Returns whether one of the schemas declares the shape of a value: an object or a list for what is one; for everything
 * else a schema that takes this very value. A schema that says nothing about shapes declares none.
 */
export function isDeclaredShape(value: unknown, schemas: readonly JsonSchema[]): boolean {
  return schemas.some((schema) => {
    if (schema.const !== undefined || schema.enum) return accepts(schema, value);
    if (!declaresKind(schema, value)) return false;
    return (typeof value === 'object' && value !== null) || accepts(schema, value);
  });
}

function declaresKind(schema: JsonSchema, value: unknown): boolean {
  const { type } = schema;
  if (type !== undefined) return ([type].flat() as JsonType[]).some((each) => hasType(value, each));
  const has = (keywords: readonly string[]): boolean => keywords.some((each) => schema[each] !== undefined);
  return (hasType(value, 'object') && has(OF_OBJECTS)) || (hasType(value, 'array') && has(OF_LISTS));
}

// A part that can't be judged without the whole takes nothing.
function accepts(schema: JsonSchema, value: unknown): boolean {
  const report: Report = { problems: [], repairs: [], repairing: false };
  try {
    compileCheck(schema)(value, report);
  } catch {
    return false;
  }
  return report.problems.length === 0;
}
