import type { QuestionSchema, ToolContext } from '../../src/index';

export async function asks({ session }: ToolContext): Promise<void> {
  const ask = session!.ask!;
  await ask({
    message: 'Which?',
    schema: {
      type: 'object',
      properties: {
        // wrong: is a list without choices, which MCP can't ask for: ask for one text with commas, or give items an enum
        parts: { type: 'array', items: { type: 'string' } },
        // wrong: is a list without choices, which MCP can't ask for: ask for one text with commas, or give items an enum
        any: { type: 'array' },
        // wrong: is an object, which MCP can't ask for: ask for its fields one by one
        size: { type: 'object', properties: { x: { type: 'number' } } },
        // wrong: is an object, which MCP can't ask for: ask for its fields one by one
        open: { type: 'object' },
        // wrong: is a number with choices, which MCP can't ask for: write type: 'string' and the choices as texts
        level: { type: 'integer', enum: [1, 2] },
        // wrong: is of a type that MCP can't ask for: write string, number, integer, boolean, or array with choices
        nothing: { type: 'null' },
        sure: { type: 'boolean' },
      },
    },
  });
  const constant = { type: 'object', properties: { size: { type: 'object' } } } as const;
  // wrong: is an object, which MCP can't ask for: ask for its fields one by one
  await ask({ message: 'Which?', schema: constant });
}

export const nested: QuestionSchema = {
  type: 'object',
  properties: {
    // wrong: Type '"object"' is not assignable to
    size: { type: 'object', properties: { x: { type: 'number' } } },
    // wrong: Property 'enum' is missing
    parts: { type: 'array', items: { type: 'string' } },
    // wrong: 'enum' does not exist in type 'NumberField'
    level: { type: 'integer', enum: [1, 2] },
  },
};
