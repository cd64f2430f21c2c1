import type { JsonSchema } from '../json-schema';

/** What a caller may set a flag to, for schemas; null removes it. */
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
