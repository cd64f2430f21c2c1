import type { JsonSchema } from '../base/json-schema';

/** The JSON Schema of a flag value; null removes the flag. */
export const FLAG_VALUE_SCHEMA: JsonSchema = {
  anyOf: [
    { type: 'boolean' },
    { type: 'string' },
    { type: 'array', items: { type: 'string' } },
    {
      type: 'object',
      properties: {},
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    },
    { type: 'null' },
  ],
};
