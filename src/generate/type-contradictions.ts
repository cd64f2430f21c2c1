import { sameJson } from '../json/same-json';
import { typeText } from '../tool/markdown';
import type { JsonSchema } from '../base/json-schema';
import type { ArgNote } from '../metadata';
import type { FieldType } from '../schema/field-facts';

/** Returns the contradictions between a field's note and its TypeScript type; empty if they agree. */
export function contradictions(
  { stated }: ArgNote,
  type: FieldType,
  published: JsonSchema,
  hasDefault: boolean,
): string[] {
  const found: string[] = [];
  if (!stated.description.trim()) found.push('has no description in @Arg');
  if (stated.optional === true && !type.optional && !hasDefault) {
    found.push('is optional in @Arg and required in its type: write `?` after its name, or drop `optional`');
  }
  if (stated.optional === false && type.optional) {
    found.push('is required in @Arg and optional in its type: drop the `?`, or `optional: false`');
  }
  const literals = literalsOf(type.schema);
  const allowed = literalsOf(published);
  if (allowed && literals && !sameSet(allowed, literals)) {
    found.push(`allows ${list(allowed)} in @Arg and ${list(literals)} in its type: make them the same`);
  } else if (!stated.schema && !compatible(published, type.schema)) {
    found.push(
      `is ${typeText(published)} in @Arg and ${typeText(type.schema)} in its type: make them the same`,
    );
  }
  return found;
}

function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) {
    const inner = schema.anyOf.filter((branch) => branch.type !== 'null').map(literalsOf);
    return inner.every((values) => values !== undefined) ? inner.flat() : undefined;
  }
  return undefined;
}

function sameSet(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value) => b.some((other) => sameJson(value, other)));
}

function list(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

// Whether every value that the published schema accepts is assignable to the type.
function compatible(published: JsonSchema, type: JsonSchema): boolean {
  const holds = kinds(type);
  const lets = kinds(published);
  if (!holds || !lets) return true;
  if ([...lets].some((kind) => !holds.has(kind))) return false;
  if (published.type === 'array' && type.type === 'array' && published.items && type.items) {
    return compatible(published.items, type.items);
  }
  return true;
}

// The JSON types that a schema accepts; an integer is a number, and undefined means any.
function kinds(schema: JsonSchema): Set<string> | undefined {
  if (schema.anyOf) {
    const inner = schema.anyOf.map(kinds);
    return inner.some((set) => !set) ? undefined : new Set(inner.flatMap((set) => [...set!]));
  }
  const literals = literalsOf(schema);
  if (schema.type !== undefined) return new Set([schema.type === 'integer' ? 'number' : schema.type]);
  return literals ? new Set(literals.map((value) => (value === null ? 'null' : typeof value))) : undefined;
}
