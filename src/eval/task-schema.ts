import type { ObjectSchema } from '../base/json-schema';

const NAME = { type: 'string', minLength: 1 } as const;

/** The JSON Schema of a file of tasks, for editors and for the check of one. */
export const TASK_FILE_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['tasks'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'The schema of this file, for editors' },
    system: {
      type: 'string',
      description: 'What the model is told before each task, after the instructions of the server',
    },
    tasks: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['ask', 'expect'],
        additionalProperties: false,
        properties: {
          id: {
            ...NAME,
            maxLength: 60,
            description: 'A name for reports; by default made from the question',
          },
          ask: { ...NAME, description: 'What the user says' },
          expect: {
            description: 'The right tool, a list of tools of which each is right, or none',
            anyOf: [NAME, { type: 'array', items: NAME, minItems: 1 }],
          },
          arguments: {
            type: 'object',
            description: 'What the arguments must contain; other arguments may be there too',
          },
          arguments_schema: { type: 'object', description: 'A JSON Schema that the arguments must fit' },
          forbid: {
            type: 'array',
            items: NAME,
            description: 'Tools that must not be called, whatever else is',
          },
        },
      },
    },
  },
};
