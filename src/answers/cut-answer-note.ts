import type { ObjectSchema } from '../base/json-schema';

const KEY = 'read_on';
const DESCRIPTION = 'Only in a shortened answer: how to read the rest';

/** Returns the member of structured content that says that it is only a part: a Result has one, other values get one. */
export function noteKey(schema: ObjectSchema | undefined): string {
  const properties = schema?.properties ?? {};
  if (isEnvelope(properties)) return 'instruction';
  return Object.hasOwn(properties, KEY) ? `_${KEY}` : KEY;
}

/** Returns an output schema that allows a shortened answer to say so; the same if it does already. */
export function withNoteKey(schema: ObjectSchema): ObjectSchema {
  const { additionalProperties = true, properties } = schema;
  if (additionalProperties === true || isEnvelope(properties ?? {})) return schema;
  const note = { type: 'string', description: DESCRIPTION } as const;
  return { ...schema, properties: { ...properties, [noteKey(schema)]: note } };
}

function isEnvelope(properties: ObjectSchema['properties']): boolean {
  return ['success', 'value', 'instruction'].every((name) => Object.hasOwn(properties, name));
}
