import { HIDDEN } from '../base/hidden';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { redact } from '../base/redact';

/**
 * Returns a copy of the arguments of a call with secrets hidden, at any depth. Hidden too is whatever the schema
 * refuses to know: it may be a secret under a misspelt name. A text that is declared as one is kept as it is, so that nobody who reads the
 * copy misses a part of it; text in the place of an object or a list is hidden as far as that is needed.
 */
export function withoutSecrets(
  args: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  secretNames: readonly string[],
): Record<string, unknown> {
  return hiddenMembers(args, [schema], secretNames);
}

function hiddenIn(value: unknown, schemas: readonly JsonSchema[], names: readonly string[]): unknown {
  const all = schemas.flatMap(withAlternatives);
  if (typeof value === 'string') return all.some(takesText) ? value : redact(value, names);
  if (Array.isArray(value)) {
    const items = all.flatMap(({ items: each }) => (isObject(each) ? [each] : []));
    return value.map((item) => hiddenIn(item, items, names));
  }
  return isObject(value) ? hiddenMembers(value, all, names) : value;
}

function hiddenMembers(
  object: Readonly<Record<string, unknown>>,
  schemas: readonly JsonSchema[],
  names: readonly string[],
): Record<string, unknown> {
  const isClosed = schemas.some(({ additionalProperties }) => additionalProperties === false);
  const shown = Object.entries(object).map(([name, value]) => {
    const declared = schemas.flatMap((each) => memberSchemas(each, name));
    const isHidden = names.includes(name) || (isClosed && !declared.length);
    return [name, isHidden ? HIDDEN : hiddenIn(value, declared, names)] as const;
  });
  return Object.fromEntries(shown);
}

function memberSchemas({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema[] {
  if (properties && Object.hasOwn(properties, name)) return [properties[name]!];
  return typeof additionalProperties === 'object' ? [additionalProperties] : [];
}

function withAlternatives(schema: JsonSchema): JsonSchema[] {
  const others = [schema.anyOf, schema['oneOf'], schema['allOf']] as (JsonSchema[] | undefined)[];
  return [schema, ...others.flatMap((each) => each ?? []).flatMap(withAlternatives)];
}

function takesText(schema: Readonly<Record<string, unknown>>): boolean {
  const { type } = schema;
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
