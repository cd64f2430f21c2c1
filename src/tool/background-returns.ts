import type { JsonSchema } from '../base/json-schema';

const text: JsonSchema = { type: 'string' };

// What a call answers with whose result isn't ready soon enough.
const STARTED: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'started' },
    job_id: text,
    operation_id: text,
    tool: text,
    message: text,
  },
  required: ['status', 'job_id', 'operation_id', 'tool', 'message'],
};

/** Describes what a call of a tool returns: its value, or the operation where it may go on in the background. */
export function returnsOfCall(value: JsonSchema, synchronous: boolean | undefined): JsonSchema {
  if (synchronous !== false) return value;
  return { anyOf: [...(value.anyOf && Object.keys(value).length === 1 ? value.anyOf : [value]), STARTED] };
}
