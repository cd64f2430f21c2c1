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
    steps: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  required: ['state', 'message', 'steps'],
};

/** Describes the value that the tool of a leaf returns; undefined if it goes on in the background. */
export function leafReturns(leaf: Leaf, synchronous: boolean): JsonSchema | undefined {
  if (!synchronous) return undefined;
  return leaf.sequence ? STEPS : EXIT;
}
