// How to write a prompt: src/prompts/README.md
import { ToolArguments } from '../arguments';
import { Arg, Prompt } from '../decorators';
import { PromptError } from '../registries/prompt-registry';
import { codeBlock, literal } from './code-block';
import { stringList } from './string-list';

/** Arguments of `batch_search`. */
export class BatchSearchArgs extends ToolArguments {
  @Arg({ description: 'What to search for: a JSON array of topics, or topics between commas', minLength: 1 })
  topics!: string;

  @Arg({ description: 'Results for each topic', type: 'integer', minimum: 1, maximum: 20 })
  count = 10;
}

/** Code that searches the web for many topics at once. */
@Prompt({
  args: BatchSearchArgs,
  title: 'Search for many topics',
  description: 'Code that searches for many topics at once.',
  usage: '@batch_search TOPICS [COUNT]',
  examples: [
    { call: '@batch_search ["AI", "ML"] 5', explains: 'Code that finds five pages on each of two topics.' },
  ],
})
export class BatchSearch {
  render({ topics, count }: BatchSearchArgs): string {
    const list = stringList(topics);
    if (!list)
      throw new PromptError(
        'Invalid arguments for prompt batch_search: topics must be a JSON array of texts, or texts between commas',
      );
    const calls = list.map(
      (topic) =>
        `  [${literal(topic)}, tools.brave_web_search({ query: ${literal(topic)}, count: ${count} })],`,
    );
    return codeBlock(
      [
        '// One search for each topic, all at once; results by topic.',
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
