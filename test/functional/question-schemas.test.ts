import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  defineApp,
  defineTool,
  Prompt,
  type Question,
  type ToolContext,
  type UserAnswer,
} from '../../src/index';
import { testClient } from '../../src/testing/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { background } from '../support/background';
import { connect, textOf } from '../support/connect';
import { connectSdk2 } from '../support/modern-client';

type Schema = Record<string, unknown>;

const form = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const titled = (...names: string[]): Schema[] =>
  names.map((name) => ({ const: name, title: name.toUpperCase() }));

const asks = (question: Schema, { late = false } = {}) =>
  defineTool({
    name: 'ask_parts',
    description: 'Ask.',
    ...(late && { synchronous: false }),
    run: async (_args, { session }: ToolContext) => {
      const { content } = await session!.ask!({ message: 'Which parts?', ...question } as Question);
      return JSON.stringify(content);
    },
  });

const CAN = { elicitation: { form: {}, url: {} } };
const WANTED = "type: 'string', 'number', 'integer', 'boolean', or 'array' with choices";

/** What an author may get wrong in a schema, and what is said of it. */
const REFUSED: readonly (readonly [string, Schema, string])[] = [
  [
    'a list of any texts',
    form({ parts: { type: 'array', items: text } }),
    "parts is a list without choices, and MCP's questions have only lists of given choices. Ask for one text with commas, or give items an enum.",
  ],
  [
    'an object in it',
    form({ size: form({ x: { type: 'number' } }) }),
    "size is an object, and the answer to one of MCP's questions is flat. Ask for its fields one by one, such as size_x.",
  ],
  ['no type', form({ parts: { description: 'Parts' } }), `parts has no type. Write ${WANTED}.`],
  [
    'two types',
    form({ parts: { type: ['string', 'null'] } }),
    `parts has the type ["string","null"], which MCP's questions don't have. Write ${WANTED}; what isn't in required may be left out.`,
  ],
  [
    'a number with choices',
    form({ level: { type: 'integer', enum: [1, 2] } }),
    "level is a number with enum, which MCP's clients leave out. Write type: 'string' and the choices as texts.",
  ],
  [
    'choices that are no texts',
    form({ level: { type: 'string', enum: ['a', 1] } }),
    'level has an enum that MCP has no form for. Write a list of texts, at least one.',
  ],
  [
    'choices without titles',
    form({ level: { type: 'string', oneOf: [{ const: 'a' }] } }),
    "level has a oneOf that MCP has no form for. Write a list of { const: 'a', title: 'A' }, at least one.",
  ],
  [
    'oneOf for several choices',
    form({ parts: { type: 'array', items: { type: 'string', oneOf: titled('a') } } }),
    'parts states its choices as oneOf. Write anyOf in items; oneOf is for one choice.',
  ],
  [
    'a format that is unknown',
    form({ at: { type: 'string', format: 'time' } }),
    "at has a format that MCP has no form for. Write 'email', 'uri', 'date' or 'date-time', or state a pattern.",
  ],
  [
    'a password',
    form({ word: { type: 'string', format: 'password' } }),
    'word has a format that MCP has no form for. Send the user to a page (url) for a secret; writeOnly: true keeps an answer out of recordings.',
  ],
  [
    'a default of another type',
    form({ level: { type: 'integer', default: '1' } }),
    'level has a default that MCP has no form for. Write a number.',
  ],
  [
    "a name that isn't there",
    form({ level: text }, { required: ['levle'] }),
    "required names levle, which the user can't fill in. Add it to properties, or take it out of required.",
  ],
  [
    'no type at the root',
    { properties: {} },
    "the schema is not an object's. Write { type: 'object', properties: { … } }.",
  ],
  [
    'no properties',
    { type: 'object' },
    "the schema has no properties. Write { type: 'object', properties: { … } }, or leave the schema out for a plain confirmation.",
  ],
  [
    'a pattern that is none',
    form({ code: { type: 'string', pattern: '[' } }),
    'no answer for code can be checked. ',
  ],
];

describe.each(['legacy', 'modern'] as const)('with a client of the %s era', (era) => {
  const outcomeOf = async (question: Schema) => {
    const client = await testClient(asks(question), { era, user: () => ({}) });
    const { error } = await client.call('ask_parts');
    await client.close();
    return { error, asked: client.questions.length };
  };

  test.each(REFUSED)('%s: refused before anybody is asked, with the cure', async (_what, schema, said) => {
    const { error, asked } = await outcomeOf({ schema });
    expect(error).toContain('ask_parts: the question "Which parts?" can\'t be asked: ');
    expect(error).toContain(said);
    expect(error!.length).toBeLessThan(400);
    expect(asked).toBe(0);
  });

  test('so are an address that is none, and a message that is no text', async () => {
    expect(await outcomeOf({ url: 'example' })).toMatchObject({
      asked: 0,
      error: expect.stringContaining(
        'the url example is not a whole address. Write one such as https://example.com/in.',
      ),
    });
    expect(await outcomeOf({ message: undefined })).toMatchObject({
      asked: 0,
      error: expect.stringContaining('ask_parts: a question has no message. '),
    });
  });
});

/** Everything that MCP has, and what it doesn't define but lets pass. */
const ALLOWED = form(
  {
    plain: { type: 'string', title: 'T', description: 'D', minLength: 1, maxLength: 9, default: 'ab' },
    mail: { type: 'string', format: 'email', default: 'a@example.com' },
    code: { type: 'string', pattern: '^[a-z]+$', default: 'ab', writeOnly: true },
    many: { type: 'integer', minimum: 0, maximum: 5, multipleOf: 2, default: 2 },
    share: { type: 'number', default: 0.5 },
    sure: { type: 'boolean', default: true },
    one: { type: 'string', enum: ['a', 'b'], default: 'a' },
    named: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'a' },
    titled: { type: 'string', oneOf: titled('a', 'b'), default: 'a' },
    some: {
      type: 'array',
      items: { type: 'string', enum: ['a', 'b'] },
      minItems: 1,
      maxItems: 2,
      default: ['a'],
    },
    several: { type: 'array', items: { anyOf: titled('a', 'b') }, default: ['b'] },
  },
  {
    required: ['plain'],
    additionalProperties: false,
    title: 'Form',
    $schema: 'https://json-schema.org/draft/2020-12/schema',
  },
);
const DEFAULTS = Object.fromEntries(
  Object.entries(ALLOWED['properties'] as Record<string, { default: unknown }>).map(([name, each]) => [
    name,
    each.default,
  ]),
);

test("what MCP allows reaches the user of the SDK's client, in each lane", async () => {
  const { client, close } = await connect(new ToolRegistry([asks({ schema: ALLOWED })]), {
    capabilities: CAN,
    prepare: (fresh) =>
      fresh.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: {} })),
  });
  expect(JSON.parse(textOf(await client.callTool({ name: 'ask_parts', arguments: {} })))).toEqual(DEFAULTS);
  await close();
});

test('it reaches the user of a client of SDK 2 in the modern era', async () => {
  const client = await connectSdk2(new ToolRegistry([asks({ schema: ALLOWED })]), {
    client: { capabilities: CAN },
    prepare: (fresh) =>
      fresh.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: {} })),
  });
  const reply = await client.callTool({ name: 'ask_parts', arguments: {} });
  expect(JSON.parse(textOf(reply))).toEqual(DEFAULTS);
  await client.close();
});

test('the question of a background operation is held to the same, and never shown', async () => {
  const schema = form({ parts: { type: 'array', items: text } });
  const { registry, engine, options } = background(asks({ schema }, { late: true }), { inlineWaitMs: 5000 });
  const { client, close } = await connect(registry, {
    ...options,
    capabilities: CAN,
    prepare: (fresh) =>
      fresh.setRequestHandler(ElicitRequestSchema, () => {
        throw new Error('asked');
      }),
  });
  const reply = await client.callTool({ name: 'ask_parts', arguments: {} });
  expect(textOf(reply)).toContain('parts is a list without choices');
  await close();
  await engine.shutdown(0, 'the test is over');
});

test('so is a question in the shell, where the same call would be refused by every client', async () => {
  const schema = form({ parts: { type: 'array', items: text } });
  const asked: Question[] = [];
  const ask = (question: Question): Promise<UserAnswer> => {
    asked.push(question);
    return Promise.resolve({ action: 'accept', content: {} });
  };
  const { result } = await new ToolRegistry([asks({ schema })]).call(
    'ask_parts',
    {},
    { door: 'shell', session: { id: 'shell', ask } },
  );
  expect(JSON.stringify(result)).toContain('parts is a list without choices');
  expect(asked).toEqual([]);
});

test('a prompt is held to the same, by its own name', async () => {
  @Prompt({ name: 'plan_ride', description: 'Plan.' })
  class PlanRide {
    async render(_args: unknown, { session }: ToolContext): Promise<string> {
      const schema = form({ parts: { type: 'array', items: text } });
      return (await session!.ask!({ message: 'Which parts?', schema })).action;
    }
  }
  const client = await testClient(defineApp({ name: 'rides', tools: [], prompts: [PlanRide] }), { user: [] });
  await expect(client.prompt('plan_ride')).rejects.toThrow(
    /plan_ride: the question "Which parts\?" can't be asked/,
  );
  await client.close();
});
