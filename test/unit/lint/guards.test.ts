import { lintOffer } from '../../../src/lint';

// What the corpus doesn't tell apart: cases that are nearly a fault, and the words of a finding.
const found = (properties: Record<string, unknown>, description = 'Search orders. Only of this customer.') =>
  lintOffer({
    tools: [
      {
        name: 'search_orders',
        description,
        annotations: { readOnlyHint: true },
        inputSchema: {
          type: 'object',
          properties: { limit: { type: 'integer', description: 'How many', maximum: 9 }, ...properties },
        },
      },
    ],
  }).map(({ rule, subject }) => `${rule} ${subject.field ?? ''}`);

const object = (more: object = {}) => ({ type: 'object', ...more });
const text = (description: string) => ({ type: 'string', description });

test('a bare object is told from one that says something about its members', () => {
  const bare = (schema: object) => found({ filter: { description: 'Which of them', ...schema } });
  expect(bare(object())).toEqual(['schema-bare-object filter']);
  expect(bare(object({ properties: {} }))).toEqual(['schema-bare-object filter']);
  expect(bare(object({ additionalProperties: true }))).toEqual(['schema-bare-object filter']);
  expect(bare(object({ additionalProperties: {} }))).toEqual(['schema-bare-object filter']);
  expect(bare(object({ additionalProperties: false, properties: {} }))).toEqual([
    'schema-bare-object filter',
  ]);
  expect(bare(object({ additionalProperties: { type: 'string' } }))).toEqual([]);
  expect(bare(object({ properties: { state: text('open or closed') } }))).toEqual([]);
  expect(
    bare(object({ additionalProperties: false, properties: { state: text('open or closed') } })),
  ).toEqual([]);
  expect(bare(object({ anyOf: [object({ properties: { state: text('open or closed') } })] }))).toEqual([]);
  expect(bare(object({ description: 'By state, such as {"state": "open"}' }))).toEqual([]);
});

test('a part of a whole is explained by it, a member of it is not', () => {
  const whole = 'Which orders are wanted, by what they hold';
  const inside = { description: whole, properties: { more: object({ description: 'More' }) } };
  expect(found({ filter: object(inside) })).toContain('schema-bare-object filter.more');
  expect(found({ rows: { type: 'array', description: whole, items: object() } })).toEqual([]);
  expect(found({ rows: { type: 'array', description: 'The rows', items: object() } })).toContain(
    'schema-bare-object rows[]',
  );
  expect(found({ value: { description: whole, anyOf: [{ type: 'string' }, object()] } })).toEqual([]);
  expect(found({ price: { description: 'What it cost', anyOf: [{ type: 'string' }, object()] } })).toEqual([
    'schema-bare-object price',
  ]);
  const alternatives = [object(), object({ properties: { state: text('open or closed') } })];
  expect(found({ price: { description: 'What it cost', anyOf: alternatives } })).toEqual([]);
});

test('Claude refuses odd names of arguments, not of their members', () => {
  expect(found({ 'a b': text('Words of both') })).toEqual(['schema-property-name a b']);
  const members = object({ description: 'Which', properties: { 'a b': text('Words of both') } });
  expect(found({ filter: members })).toEqual([]);
});

test.each([
  [undefined, 'the input schema has no schema'],
  [{ type: 'string' }, 'the input schema has type "string"'],
  [{ properties: {} }, 'the input schema has type "none"'],
])('an input schema of %j is called by what it is', (inputSchema, message) => {
  const tools = [{ name: 'search_orders', description: 'Search orders.', inputSchema: inputSchema as never }];
  expect(lintOffer({ tools }).find(({ rule }) => rule === 'schema-root')?.message).toBe(message);
});

test('how many schemas name their dialect is written as one reads it', () => {
  const tool = (name: string) => ({
    name,
    description: `Search ${name}.`,
    inputSchema: {
      type: 'object' as const,
      properties: {},
      $schema: 'http://json-schema.org/draft-07/schema#',
    },
  });
  const message = (...names: string[]) =>
    lintOffer({ tools: names.map(tool) }).find(({ rule }) => rule === 'schema-dialect')?.message;
  expect(message('search_orders')).toBe('the schema of search_orders names its dialect ($schema)');
  expect(message('search_orders', 'find_shops')).toBe(
    'the schemas of 2 tools name their dialect ($schema), search_orders first',
  );
});

test('a required argument with a default is named with its place', () => {
  const member = {
    type: 'object',
    description: 'Which of them',
    required: ['state'],
    properties: { state: { ...text('open or closed'), default: 'open' } },
  };
  const tools = [
    {
      name: 'search_orders',
      description: 'Search orders.',
      inputSchema: { type: 'object' as const, properties: { filter: member } },
    },
  ];
  const messages = lintOffer({ tools })
    .filter(({ rule }) => rule === 'required-default')
    .map(({ message }) => message);
  expect(messages).toEqual(['filter.state is required although it has a default']);
});

test('a name that no tool is near to may be of something else', () => {
  const unknown = (mentioned: string) =>
    found({}, `Search orders, only after \`${mentioned}\`.`).filter((each) =>
      each.startsWith('description-unknown'),
    );
  expect(unknown('search_order')).toHaveLength(1);
  expect(unknown('search_orders')).toEqual([]);
  expect(unknown('content_type')).toEqual([]);
  expect(unknown('search_orders_of_shops')).toEqual([]);
});

test('what a described template lists is data, which nobody describes; other resources are', () => {
  const bare = (description?: string) =>
    lintOffer({
      tools: [],
      resources: [
        { uri: 'notes://1', name: 'Milk' },
        { uri: 'about://us', name: 'About' },
        { uri: 'notes:/x', name: 'Other' },
      ],
      templates: [{ uriTemplate: 'notes://{id}', name: 'Note', ...(description && { description }) }],
    }).flatMap(({ rule, subject }) => (rule === 'resource-undescribed' ? [subject.name] : []));
  expect(bare('One note, as it was written')).toEqual(['about://us', 'notes:/x']);
  expect(bare()).toEqual(['notes://1', 'about://us', 'notes:/x', 'notes://{id}']);
});
