import type { JsonSchema } from '../base/json-schema';

const names = new WeakMap<JsonSchema, string>();

/** Says what a schema's pattern stands for, such as `an email`, for messages; the published schema stays as it is. */
export function namePattern(schema: JsonSchema, name: string | undefined): void {
  if (name === undefined) names.delete(schema);
  else names.set(schema, name);
}

/** What a schema's pattern stands for, if it was given a name. */
export function patternName(schema: JsonSchema): string | undefined {
  return names.get(schema);
}
