import type { JsonSchema } from '../base/json-schema';
import { argNotesOf } from '../metadata';

/** What the build-time generator read of one field's TypeScript type. */
export interface FieldType {
  schema: JsonSchema;
  optional: boolean;
}

/** What the build-time generator read: args class name, then field name. */
export type TypeFacts = Readonly<Record<string, Readonly<Record<string, FieldType>>>>;

/** A generated fact: the type of the value, and whether null may stand in its place. */
export interface FieldFact {
  readonly value: JsonSchema;
  readonly nullable: boolean;
}

/** Why a fact cannot say the type of a field, and what to do. */
export interface FactProblem {
  readonly what: string;
  readonly cure: string;
}

/** The fact of a field, with null kept apart so that rules apply to the value itself. */
export function fieldFact(type: FieldType | undefined): FieldFact | undefined {
  if (!type) return undefined;
  const { anyOf, ...rest } = type.schema;
  const values = anyOf?.filter((branch) => branch.type !== 'null');
  if (!anyOf || !values || values.length === anyOf.length) return { value: type.schema, nullable: false };
  return {
    value: values.length === 1 ? { ...rest, ...values[0] } : { ...rest, anyOf: values },
    nullable: true,
  };
}

/** Checks a fact against what the compiler recorded: it may be more exact, but never something else. */
export function factProblem(value: JsonSchema, design: unknown): FactProblem | undefined {
  const recorded = recordedType(design);
  const kinds = kindsOf(value);
  if (recorded !== undefined && (!kinds || [...kinds].some((kind) => kind !== recorded))) {
    return {
      what: `is ${kinds ? [...kinds].join(' or ') : 'any value'} in the manifest and ${recorded} as compiled.`,
      cure: 'Run `toolwright generate` again.',
    };
  }
  return recorded === 'object' ? undefined : classProblem(value);
}

/** Checks that a fact holds no class with `@Arg` fields: only the author can name it, since a manifest holds no code. */
export function classProblem(value: JsonSchema): FactProblem | undefined {
  const found = classIn(value, 'type');
  if (!found) return undefined;
  return {
    what: `holds the class ${found.name}, whose rules a manifest cannot carry.`,
    cure: found.option
      ? `State \`${found.option}: () => ${found.name}\`.`
      : `Put the object around it into a class with @Arg fields, or state \`schema\`.`,
  };
}

interface FoundClass {
  readonly name: string;
  readonly option: string | undefined;
}

function classIn(schema: JsonSchema, option: string | undefined): FoundClass | undefined {
  if (typeof schema['class'] === 'string') return { name: schema['class'], option };
  const { items, additionalProperties, anyOf, properties } = schema;
  const inner = (next: string): string | undefined => (option === 'type' ? next : undefined);
  return (
    (items && classIn(items, inner('items'))) ??
    (typeof additionalProperties === 'object' ? classIn(additionalProperties, inner('values')) : undefined) ??
    first([...(anyOf ?? []), ...Object.values(properties ?? {})])
  );
}

function first(schemas: readonly JsonSchema[]): FoundClass | undefined {
  for (const schema of schemas) {
    const found = classIn(schema, undefined);
    if (found) return found;
  }
  return undefined;
}

function recordedType(design: unknown): string | undefined {
  if (design === String) return 'string';
  if (design === Number) return 'number';
  if (design === Boolean) return 'boolean';
  if (design === Array) return 'array';
  return typeof design === 'function' && argNotesOf(design).length ? 'object' : undefined;
}

// The kinds of values that a schema accepts; undefined if it accepts any.
function kindsOf(schema: JsonSchema): Set<string> | undefined {
  if (schema.type !== undefined) return new Set([schema.type === 'integer' ? 'number' : schema.type]);
  if (schema.enum) return new Set(schema.enum.map((value) => typeof value));
  const inner = schema.anyOf?.map(kindsOf);
  if (!inner || inner.some((kinds) => !kinds)) return undefined;
  return new Set(inner.flatMap((kinds) => [...kinds!]));
}
