import { isObject } from '../base/json-value';
import { fits } from './fits';

/** Arguments that a tool's schema refuses, and which of them is wrong. */
export interface WrongArguments {
  readonly args: Record<string, unknown>;
  readonly field: string;
  readonly expected?: string | undefined;
}

const STRANGE = { unexpected: ['not', 'a', 'valid', 'value'] };

/** Makes arguments of which one certainly breaks the schema; undefined if the schema takes anything. */
export function wrongArguments(inputSchema: unknown): WrongArguments | undefined {
  if (!isObject(inputSchema) || !isObject(inputSchema['properties'])) return undefined;
  const { properties, required } = inputSchema;
  const names = Object.keys(properties);
  const first = Array.isArray(required) ? names.filter((name) => required.includes(name)) : [];
  for (const field of [...first, ...names]) {
    const schema = properties[field];
    if (!isObject(schema)) continue;
    // A text could be repaired into a number or a list; an object into nothing but an object.
    const value = schema['type'] === 'object' ? ['not an object'] : STRANGE;
    if (fits(value, schema)) continue;
    const { type } = schema;
    return { args: { [field]: value }, field, ...(typeof type === 'string' && { expected: type }) };
  }
  return undefined;
}
