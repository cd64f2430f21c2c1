import { isObject, plainValue } from '../base/json-value';
import type { JsonSchema } from '../base/json-schema';
import { planOf, type ArgsPlan } from './args-schema';
import type { TypeFacts } from './field-facts';

/**
 * Brings a value of a class under its wire names, at every depth. Fields come under their TypeScript names or, from code
 * that thinks of the wire, under their wire names; other properties are left out, or kept to be refused.
 */
export function toWireNames(value: unknown, plan: ArgsPlan, facts?: TypeFacts, others = false): unknown {
  if (!isObject(value)) return value;
  const wire: Record<string, unknown> = {};
  for (const { note, nested, schema } of plan.fields) {
    const own = value[note.key];
    const given = plainValue(own === undefined ? value[note.wireName] : own);
    if (given === undefined) continue;
    wire[note.wireName] = nested ? nestedNames(given, schema, planOf(nested, facts), facts, others) : given;
  }
  return others ? { ...undeclared(value, plan), ...wire } : wire;
}

/** The same for a field with a nested class: the value itself, each item of a list, or each value under free keys. */
export function nestedNames(
  value: unknown,
  schema: JsonSchema,
  plan: ArgsPlan,
  facts?: TypeFacts,
  others = false,
): unknown {
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (Array.isArray(value)) {
    return value.map((item) => nestedNames(plainValue(item), shape.items ?? {}, plan, facts, others));
  }
  const free = shape.additionalProperties;
  if (!isObject(value) || typeof free !== 'object') return toWireNames(value, plan, facts, others);
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    nestedNames(plainValue(item), free, plan, facts, others),
  ]);
  return Object.fromEntries(entries);
}

function undeclared(value: Record<string, unknown>, plan: ArgsPlan): Record<string, unknown> {
  const declared = new Set(plan.fields.flatMap(({ note }) => [note.key, note.wireName]));
  return Object.fromEntries(Object.entries(value).filter(([key]) => !declared.has(key)));
}
