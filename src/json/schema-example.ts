import { compileCheck } from './checker';
import type { Report } from './check-report';
import { FORMAT_EXAMPLES, formatOfPattern } from './string-formats';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';

/** Values that an author stated for a schema or a part of one, at any depth. */
export type StatedExamples = Pick<WeakMap<object, unknown>, 'has' | 'get'>;

const NONE: StatedExamples = new WeakMap<object, unknown>();

/** Returns valid arguments for a schema, only the required ones; undefined if none can be generated. */
export function exampleArguments(
  schema: ObjectSchema,
  stated: StatedExamples = NONE,
  place?: string,
): Record<string, unknown> | undefined {
  const example = Object.fromEntries(
    (schema.required ?? []).map((name) => [name, exampleMember(schema, name, stated)]),
  );
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema, place)(example, report);
  return report.problems.length === 0 ? example : undefined;
}

function exampleMember(schema: JsonSchema, name: string, stated: StatedExamples): unknown {
  const { properties } = schema;
  return exampleValue(
    (properties && Object.hasOwn(properties, name) && properties[name]) || {},
    name,
    stated,
  );
}

function exampleValue(schema: JsonSchema, name: string, stated: StatedExamples): unknown {
  if (stated.has(schema)) return stated.get(schema);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.length) return schema.enum[0];
  const choice = schema.anyOf ?? (schema['oneOf'] as readonly JsonSchema[] | undefined);
  if (choice?.length) return exampleValue(choice[0]!, name, stated);
  switch ([schema.type].flat()[0]) {
    case 'string':
      return exampleString(schema, name);
    case 'integer':
    case 'number':
      return exampleNumber(schema);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () =>
        exampleValue(schema.items ?? {}, name, stated),
      );
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((member) => [member, exampleMember(schema, member, stated)]),
      );
    default:
      return null;
  }
}

function exampleString(schema: JsonSchema, name: string): string {
  const format = formatOfPattern(schema.pattern);
  if (format) return FORMAT_EXAMPLES[format]!;
  const text = /path|file|dir/.test(name) ? `${name.replace(/_/g, '-')}.md` : name.replace(/_/g, ' ');
  const long = text.padEnd(schema.minLength ?? 0, 'x');
  return schema.maxLength === undefined ? long : long.slice(0, schema.maxLength);
}

function exampleNumber(schema: JsonSchema): number {
  const step = schema.multipleOf ?? 1;
  const low =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + step);
  const high =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - step);
  const start = low ?? Math.min(step, high ?? step);
  return schema.multipleOf ? Math.ceil(start / step) * step : start;
}
