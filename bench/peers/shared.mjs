// What every peer serves: the same two tools, the same replies, and BENCH_TOOLS generated ones more.

export const extraTools = Number(process.env.BENCH_TOOLS ?? 0);

export const info = { name: 'bench', version: '1.0.0' };

export const echoSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', minLength: 1, maxLength: 10000, description: 'What to say back' },
  },
  required: ['message'],
  additionalProperties: false,
};

export const addItemSchema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of the item' },
    count: { type: 'integer', minimum: 0, maximum: 1000, description: 'How many' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 20, description: 'Labels' },
    priority: { type: 'string', enum: ['low', 'mid', 'high'], description: 'How urgent' },
    note: { type: 'string', description: 'Anything else' },
  },
  required: ['title', 'count', 'tags', 'priority'],
  additionalProperties: false,
};

export const text = (value) => ({ content: [{ type: 'text', text: value }] });

export const echo = ({ message }) => message;

export const addItem = ({ title, count, tags, priority }) =>
  `Added ${count} x ${title} (${priority}) [${tags.join(', ')}]`;

/** The tools as JSON Schema, for peers that take it; the generated ones have the shape of add_item. */
export function jsonSchemaTools() {
  const tools = [
    { name: 'echo', description: 'Say the message back.', inputSchema: echoSchema, run: echo },
    { name: 'add_item', description: 'Add an item to the list.', inputSchema: addItemSchema, run: addItem },
  ];
  for (let n = 0; n < extraTools; n++) {
    tools.push({
      name: `generated_${n}`,
      description: `Add an item to list ${n}.`,
      inputSchema: addItemSchema,
      run: addItem,
    });
  }
  return tools;
}

/** The same as zod shapes, built with the zod a peer uses; each generated tool has a shape of its own, as it would in life. */
export function zodTools(z) {
  const addItemShape = () => ({
    title: z.string().min(1).max(100).describe('Name of the item'),
    count: z.number().int().min(0).max(1000).describe('How many'),
    tags: z.array(z.string()).max(20).describe('Labels'),
    priority: z.enum(['low', 'mid', 'high']).describe('How urgent'),
    note: z.string().optional().describe('Anything else'),
  });
  const tools = [
    {
      name: 'echo',
      description: 'Say the message back.',
      shape: { message: z.string().min(1).max(10000).describe('What to say back') },
      run: echo,
    },
    { name: 'add_item', description: 'Add an item to the list.', shape: addItemShape(), run: addItem },
  ];
  for (let n = 0; n < extraTools; n++) {
    tools.push({
      name: `generated_${n}`,
      description: `Add an item to list ${n}.`,
      shape: addItemShape(),
      run: addItem,
    });
  }
  return tools;
}
