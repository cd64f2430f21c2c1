// How to write a prompt: src/prompts/README.md
import { ToolArguments } from '../arguments';
import { Arg, Prompt } from '../decorators';
import { PromptError } from '../registries/prompt-registry';
import { ToolRegistry } from '../registries/tool-registry';
import { codeBlock, literal } from './prompt-code-block';
import { stringList } from './prompt-string-list';

const MISSING = [
  '// brave_web_search is not available: this server has no API key for it.',
  '// Tell the user to set BRAVE_API_KEY in the environment of the server; this code works then.',
];

/** Arguments of `batch_search`. */
export class BatchSearchArgs extends ToolArguments {
  @Arg({ description: 'Topics to search for: a JSON array, or a comma-separated list', minLength: 1 })
  topics!: string;

  @Arg({ description: 'Results per topic', type: 'integer', minimum: 1, maximum: 20 })
  count = 10;
}

/** Writes code that searches the web for many topics in parallel. */
@Prompt({
  args: BatchSearchArgs,
  title: 'Search many topics',
  description: 'Write code that searches many topics at once.',
  usage: '@batch_search TOPICS [COUNT]',
  examples: [
    {
      call: '@batch_search ["AI", "ML"] 5',
      explains: 'Writes code that finds five pages for each of two topics.',
    },
  ],
})
export class BatchSearch {
  constructor(private readonly tools: ToolRegistry) {}

  render({ topics, count }: BatchSearchArgs): string {
    const list = stringList(topics);
    if (!list)
      throw new PromptError(
        'Invalid arguments for prompt batch_search: topics must be a JSON array of strings, or a comma-separated list',
      );
    const calls = list.map(
      (topic) =>
        `  [${literal(topic)}, tools.brave_web_search({ query: ${literal(topic)}, count: ${count} })],`,
    );
    return codeBlock(
      [
        ...(this.tools.get('brave_web_search') ? [] : MISSING),
        '// Searches every topic in parallel; returns results by topic.',
        'const searches = [',
        ...calls,
        '];',
        'const results = Object.create(null);',
        'for (const [topic, search] of searches) {',
        '  try {',
        '    results[topic] = (await search).results;',
        '  } catch (error) {',
        '    results[topic] = { error: error.message };',
        '  }',
        '}',
        'return results;',
      ].join('\n'),
    );
  }
}
