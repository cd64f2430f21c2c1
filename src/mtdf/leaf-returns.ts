import type { JsonSchema } from '../base/json-schema';
import type { Leaf } from './leaves';

const EXIT: JsonSchema = {
  type: 'object',
  properties: {
    state: { type: 'string' },
    exit_code: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    stdout: { type: 'string' },
    stderr: { type: 'string' },
    duration_ms: { type: 'number' },
    truncated: { type: 'boolean' },
    command: { type: 'array', items: { type: 'string' } },
    working_directory: { type: 'string' },
    signal: { type: 'string' },
    note: { type: 'string' },
  },
  required: [
    'state',
    'exit_code',
    'stdout',
    'stderr',
    'duration_ms',
    'truncated',
    'command',
    'working_directory',
  ],
};

const STEPS: JsonSchema = {
  type: 'object',
  properties: {
    state: { type: 'string' },
    message: { type: 'string' },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'integer' },
          tool: { type: 'string' },
          description: { type: 'string' },
          state: { type: 'string' },
          output: { type: 'string' },
        },
        required: ['step', 'tool', 'description', 'state', 'output'],
      },
    },
  },
  required: ['state', 'message', 'steps'],
};

const FINDINGS: JsonSchema = {
  type: 'object',
  properties: {
    state: { type: 'string' },
    exit_code: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    duration_ms: { type: 'number' },
    command: { type: 'array', items: { type: 'string' } },
    working_directory: { type: 'string' },
    lines: { type: 'integer' },
    chunks: { type: 'integer' },
    alert_count: { type: 'integer' },
    alerts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          time: { type: 'string' },
          first_line: { type: 'integer' },
          last_line: { type: 'integer' },
          summary: { type: 'string' },
        },
        required: ['time', 'first_line', 'last_line', 'summary'],
      },
    },
    lines_not_judged: { type: 'object', additionalProperties: { type: 'integer' } },
    model_failures: { type: 'integer' },
    last_model_failure: { type: 'string' },
  },
  required: [
    'state',
    'exit_code',
    'duration_ms',
    'command',
    'working_directory',
    'lines',
    'chunks',
    'alert_count',
    'alerts',
    'lines_not_judged',
    'model_failures',
  ],
};

/** Describes the value that the tool of a leaf returns once it has ended. */
export function leafReturns(leaf: Leaf): JsonSchema {
  if (leaf.definition.tool_type === 'livelog') return FINDINGS;
  return leaf.sequence ? STEPS : EXIT;
}
