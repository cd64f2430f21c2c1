import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { ajvCheck } from './ajv-check';
import { allowedText } from './allowed-text';
import { anyOfCheck } from './any-of';
import { ruleChecks } from './checker-rules';
import { describeValue, typeName } from './describe-value';
import { hasType, typePhrase, type JsonType } from './json-types';
import { canCompile, innerSchemas } from './schema-keywords';
import { itemsCheck, membersCheck, type Compile } from './check-members';
import type { Problem } from './problem';
import type { Check } from './check-report';

/**
 * Compiles any schema to one check with the verdict of a JSON Schema validator. The keywords of annotated classes are
 * compiled; the parts with other keywords are checked by Ajv, which is loaded with the first value that reaches one.
 * An invalid schema is an AuthorError at the given place.
 */
export function compileCheck(schema: JsonSchema, place = 'A JSON Schema'): Check {
  const beyond: Compile = (part) => ajvCheck(part, { place, dialect: schema.$schema });
  return refersElsewhere(schema) ? beyond(schema) : compiled(schema, beyond);
}

// A part with references makes sense only within the whole.
function refersElsewhere(schema: JsonSchema): boolean {
  if (canCompile(schema)) return innerSchemas(schema).some(refersElsewhere);
  return /"(?:\$(?:ref|dynamicRef|recursiveRef|id|anchor|dynamicAnchor)|id)":/.test(
    JSON.stringify(schema) ?? '',
  );
}

function compiled(schema: JsonSchema | boolean, beyond: Compile): Check {
  if (typeof schema === 'boolean') return schema ? (value) => value : refuseAll;
  if (!canCompile(schema)) return beyond(schema);
  const compile: Compile = (inner) => compiled(inner, beyond);
  const rules = ruleChecks(schema);
  const choice = schema.anyOf && anyOfCheck(schema.anyOf, compile);
  const inside = schema.items && itemsCheck(schema.items, compile);
  const members =
    schema.properties || schema.required || schema.additionalProperties !== undefined
      ? membersCheck(schema, compile)
      : undefined;
  const { type } = schema;
  const isWhole = type === 'integer';
  return (given, report) => {
    let value = given;
    if (type !== undefined && !hasType(value, type)) {
      const repaired = report.repairing ? repairedValue(value, type) : undefined;
      if (!repaired) {
        report.problems.push(wrongType(value, type, schema));
        return value;
      }
      if (typeof repaired.value === 'number' && losesDigits(value as string, repaired.value)) {
        report.problems.push(inexact(value, type));
        return value;
      }
      report.repairs.push({ field: '', from: typeName(value), to: type });
      value = repaired.value;
    }
    if (isWhole && report.exact && !Number.isSafeInteger(value)) {
      report.problems.push(inexact(given, type));
      return given;
    }
    const problems = report.problems.length;
    for (const rule of rules) rule(value, report);
    let checked = choice ? choice(value, report) : value;
    if (inside && Array.isArray(checked)) checked = inside(checked, report);
    else if (members && isObject(checked)) checked = members(checked, report);
    // Repairs inside must not undo earlier verdicts.
    if (checked !== value && report.problems.length === problems) {
      if (type !== undefined && !hasType(checked, type)) report.problems.push(wrongType(value, type, schema));
      for (const rule of rules) rule(checked, report);
      choice?.(checked, { ...report, repairing: false });
    }
    return checked;
  };
}

function wrongType(value: unknown, type: JsonType, schema: JsonSchema): Problem {
  const message = `must be ${typePhrase(type)}`;
  return { field: '', message, received: describeValue(value), allowed: allowedText(schema) };
}

function inexact(value: unknown, type: JsonType): Problem {
  const most = Number.MAX_SAFE_INTEGER;
  const message =
    type === 'integer'
      ? `must be from -${most} to ${most}: JSON numbers beyond lose digits`
      : `has more digits than a JSON number keeps`;
  return { field: '', message, received: describeValue(value), allowed: type };
}

// Of whole numbers one can tell; decimals are rounded by nature.
function losesDigits(text: string, number: number): boolean {
  return /^\s*-?\d+\s*$/.test(text) && BigInt(text) !== BigInt(number);
}

const refuseAll: Check = (value, report) => {
  report.problems.push({ field: '', message: 'is not allowed', received: describeValue(value) });
  return value;
};

function repairedValue(value: unknown, type: JsonType): { value: unknown } | undefined {
  if (typeof value !== 'string' || type === 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return hasType(parsed, type) ? { value: parsed } : undefined;
  } catch {
    return undefined;
  }
}
