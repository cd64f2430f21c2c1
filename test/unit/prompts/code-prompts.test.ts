import { ToolRegistry } from '../../../src/registries/tool-registry';
import { defineTool } from '../../../src/tool/define-tool';
import fc from 'fast-check';
import { unwrapCommand } from '../../../src/code/unwrap-tool-result';
import { prepareProgram } from '../../../src/code/prepare-program';
import { BatchSearch, type BatchSearchArgs } from '../../../src/prompts/batch-search';
import { stringList } from '../../../src/prompts/prompt-string-list';
import { TransformData, type TransformDataArgs } from '../../../src/prompts/transform-data';

// The code itself, as the sandbox would get it, with tools that only remember what they were asked.
async function evaluate(
  block: string,
): Promise<{ asked: Record<string, unknown>[]; result: Record<string, unknown> }> {
  const unwrapped = unwrapCommand(block);
  if (!unwrapped.ok) throw new Error(unwrapped.error);
  const prepared = await prepareProgram(unwrapped.code);
  if (!prepared.ok) throw new Error(prepared.message);
  const asked: Record<string, unknown>[] = [];
  const tools = {
    brave_web_search: async (args: Record<string, unknown>) => (
      asked.push(args),
      { results: [args['query']] }
    ),
    web_fetch: async (args: Record<string, unknown>) => (asked.push(args), args['url']),
  };
  const main = new Function('tools', `return ${prepared.code}`)(tools) as () => Promise<
    Record<string, unknown>
  >;
  return { asked, result: await main() };
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      '`',
      '\\',
      '\n',
      '\r',
      '\u2028',
      '*/',
      '/*',
      '//',
      '${',
      '}',
      '{',
      ')',
      ';',
      '```',
    ),
  }),
);
const texts = fc.uniqueArray(
  nasty.filter((text) => text.trim() !== ''),
  { minLength: 1, maxLength: 6 },
);

const searching = new ToolRegistry([
  defineTool({ name: 'brave_web_search', description: 'Search.', run: () => ({}) }),
]);

test('O10 whatever the topics are, the code asks for exactly them', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 20 }), async (topics, count) => {
      const args = { topics: JSON.stringify(topics), count } as BatchSearchArgs;
      const { asked, result } = await evaluate(new BatchSearch(searching).render(args));
      expect(asked).toEqual(topics.map((query) => ({ query, count })));
      expect(Object.keys(result).sort()).toEqual([...topics].sort());
    }),
  );
});

test('O12 whatever the instruction and the addresses are, the code fetches exactly them', async () => {
  await fc.assert(
    fc.asyncProperty(texts, nasty, async (urls, instruction) => {
      const args = { urls: JSON.stringify(urls), instruction } as TransformDataArgs;
      const { asked } = await evaluate(new TransformData().render(args));
      expect(asked).toEqual(urls.map((url) => ({ url })));
    }),
  );
});

test.each([
  ['["a", "b"]', ['a', 'b']],
  ['a, b ,', ['a', 'b']],
  ['one', ['one']],
  ['[]', undefined],
  ['["a", 1]', undefined],
  ['[oops', undefined],
  [' , ', undefined],
])('the list %j is %j', (text, expected) => {
  expect(stringList(text)).toEqual(expected);
});

test('without the search tool, batch_search says what is missing, and still gives the code', () => {
  const text = new BatchSearch(new ToolRegistry()).render({ topics: 'AI', count: 5 } as BatchSearchArgs);
  expect(text).toMatch(
    /^__onetool__run\n```js\n\/\/ brave_web_search is not available[^]*BRAVE_API_KEY[^]*```$/,
  );
});
