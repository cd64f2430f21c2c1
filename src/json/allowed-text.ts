import type { JsonSchema } from '../base/json-schema';

/** Describes what a schema allows. */
export function allowedText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.type === undefined && schema.required?.length)
    return `object with ${schema.required.join(', ')}`;
  const choice = schema.anyOf ?? (schema['oneOf'] as readonly JsonSchema[] | undefined);
  if (choice) return alternatives(choice);
  if (schema.type === 'array') return `array of ${schema.items ? allowedText(schema.items) : 'anything'}`;
  // Raw schemas may list several types.
  return [schema.type ?? 'anything'].flat().join(' or ');
}

/** Describes what any of several schemas allows, without repetition. */
export function alternatives(schemas: readonly JsonSchema[]): string {
  return [...new Set(schemas.map(allowedText))].join(' or ');
}
