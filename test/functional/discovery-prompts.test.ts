import { defineTool } from '../../src/index';
import { type ToolShape } from '../../src/embed';
import { BuiltinServer } from '../support/builtin-server';
import { discover } from '../support/discovery';

const HOSTILE = [
  'plain',
  '"; throw new Error("out"); "',
  "'; process.exit(1); '",
  '`${globalThis.constructor}`',
  'a\nb\r\nc\u2028d\u2029e',
  'back\\slash \\" \\u0022',
  '```\nescaped fence\n```',
  '*/ alert(1) /*',
  '</script><!-- x -->',
  '__proto__',
  '});\n})()); (() => { throw 1',
  '// comment',
  '{{ topic }} {topic} $snippet',
  '日本語 🎉 \u0000',
];

const promptText = async (
  client: Awaited<ReturnType<typeof discover>>['client'],
  name: string,
  args: Record<string, string>,
): Promise<string> => {
  const { messages } = await client.getPrompt({ name, arguments: args });
  expect(messages).toHaveLength(1);
  return (messages[0]!.content as { text: string }).text;
};

const stubs = (seen: Record<string, unknown>[]): ToolShape[] => [
  defineTool({
    name: 'brave_web_search',
    description: 'Search.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' }, count: { type: 'integer' } },
      required: ['query'],
      additionalProperties: false,
    },
    run: (args) => {
      seen.push(args);
      return { query: args['query'], results: [{ title: `about ${String(args['query'])}` }] };
    },
  }),
  defineTool({
    name: 'web_fetch',
    description: 'Fetch.',
    inputSchema: {
      type: 'object',
      properties: { url: { type: 'string' } },
      required: ['url'],
      additionalProperties: false,
    },
    run: (args) => {
      seen.push(args);
      return `page ${String(args['url'])}`;
    },
  }),
];

test('O7 both prompts are listed with what they require', async () => {
  const { client, close } = await discover([]);
  const { prompts } = await client.listPrompts();
  const required = (name: string): unknown =>
    prompts.find((prompt) => prompt.name === name)?.arguments?.map((arg) => [arg.name, arg.required]);
  expect(required('batch_search')).toEqual([
    ['topics', true],
    ['count', false],
  ]);
  expect(required('transform_data')).toEqual([
    ['urls', true],
    ['instruction', true],
  ]);
  await close();
});

test('O8 batch_search gives a fenced block with one call for each topic, into a dictionary', async () => {
  const { client, close } = await discover([]);
  const text = await promptText(client, 'batch_search', { topics: '["AI", "ML"]', count: '5' });
  expect(text).toMatch(/^__onetool__run\n```js\n[^]*\n```$/);
  expect(text.match(/tools\.brave_web_search\(\{ query: "(AI|ML)", count: 5 \}\)/g)).toHaveLength(2);
  expect(text).toContain('results[topic] =');
  await close();
});

test.each([
  ['batch_search', {}],
  ['batch_search', { topics: '[]' }],
  ['batch_search', { topics: '[1, 2]' }],
  ['batch_search', { topics: '["open' }],
  ['batch_search', { topics: 'AI', count: 'many' }],
  ['batch_search', { topics: 'AI', count: '0' }],
  ['transform_data', { urls: '["https://example.com"]' }],
  ['transform_data', { instruction: 'x' }],
  ['transform_data', { urls: ' , ', instruction: 'x' }],
])('O9 %s with %j is refused', async (name, args) => {
  const { client, close } = await discover([]);
  await expect(client.getPrompt({ name, arguments: args as Record<string, string> })).rejects.toMatchObject({
    code: -32602,
  });
  await close();
});

test('O11 count has a default, and topics may be words between commas', async () => {
  const { client, close } = await discover([]);
  expect(await promptText(client, 'batch_search', { topics: 'AI, machine learning' })).toMatch(
    /query: "AI", count: 10 [^]*query: "machine learning", count: 10 /,
  );
  await close();
});

test('O10 O13 hostile topics stay data: what is printed runs, and asks for exactly these', async () => {
  const seen: Record<string, unknown>[] = [];
  const { client, run, close } = await discover(stubs(seen));
  const block = await promptText(client, 'batch_search', { topics: JSON.stringify(HOSTILE), count: '3' });
  const { text, isError } = await run(block);
  expect({ text, isError }).toMatchObject({ isError: false });
  expect(seen).toEqual(HOSTILE.map((query) => ({ query, count: 3 })));
  const results = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
  expect([...results.keys()].sort()).toEqual([...HOSTILE].sort());
  expect(results.get('plain')).toEqual([{ title: 'about plain' }]);
  await close();
});

test('O12 O13 transform_data keeps a hostile instruction commented and hostile addresses data', async () => {
  const seen: Record<string, unknown>[] = [];
  const { client, run, close } = await discover(stubs(seen));
  const block = await promptText(client, 'transform_data', {
    urls: JSON.stringify(['https://example.com', ...HOSTILE]),
    instruction: `Extract titles\n${HOSTILE.join('\n')}\nthrow new Error('ran')`,
  });
  expect(block).toContain('// Extract titles\n');
  expect(block).toContain("// throw new Error('ran')");
  const { text, isError } = await run(block);
  expect({ text, isError }).toMatchObject({ isError: false });
  expect(seen.map((args) => args['url'])).toEqual(['https://example.com', ...HOSTILE]);
  expect((JSON.parse(text) as Record<string, unknown>)['https://example.com']).toBe(
    'page https://example.com',
  );
  await close();
});

test('one failing search does not lose the others', async () => {
  const failing = defineTool({
    name: 'brave_web_search',
    description: 'Search.',
    inputSchema: { type: 'object', properties: { query: { type: 'string' }, count: { type: 'integer' } } },
    run: ({ query }) => {
      if (query === 'bad') throw new Error('no answer');
      return { results: [query] };
    },
  });
  const { client, run, close } = await discover([failing]);
  const block = await promptText(client, 'batch_search', { topics: '["bad", "good"]' });
  expect(JSON.parse((await run(block)).text)).toEqual({
    bad: { error: expect.stringContaining('no answer') },
    good: ['good'],
  });
  await close();
});

test.each([
  ['without a key for the search', {}, ['batch_search', 'transform_data']],
  ['with one', { BRAVE_API_KEY: 'key' }, ['batch_search', 'transform_data']],
])('the shipped server %s offers both prompts', async (_when, env, expected) => {
  const server = await BuiltinServer.start({ packs: ['web', 'code'], env });
  expect(server.open.prompts.names()).toEqual(expected);
  await server.close();
});
