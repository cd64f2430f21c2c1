// How to write a prompt: src/prompts/README.md
import { ToolArguments } from '../arguments';
import { Arg, Prompt } from '../decorators';
import { PromptError } from '../registries/prompt-registry';
import { codeBlock, comment, literal } from './prompt-code-block';
import { stringList } from './prompt-string-list';

/** Arguments of `transform_data`. */
export class TransformDataArgs extends ToolArguments {
  @Arg({
    description: 'URLs to fetch: a JSON array, or a comma-separated list',
    minLength: 1,
  })
  urls!: string;

  @Arg({ description: 'What to do with the content', minLength: 1 })
  instruction!: string;
}

/** Writes code that fetches pages, with the instruction for them as a comment. */
@Prompt({
  args: TransformDataArgs,
  title: 'Fetch and transform',
  description: 'Write code that fetches pages to work on.',
  usage: '@transform_data URLS INSTRUCTION',
  examples: [
    {
      call: '@transform_data ["https://example.com"] "Extract titles"',
      explains: 'Writes code that fetches one page, with the instruction as a comment.',
    },
  ],
})
export class TransformData {
  render({ urls, instruction }: TransformDataArgs): string {
    const list = stringList(urls);
    if (!list)
      throw new PromptError(
        'Invalid arguments for prompt transform_data: urls must be a JSON array of strings, or a comma-separated list',
      );
    const calls = list.map((url) => `  [${literal(url)}, tools.web_fetch({ url: ${literal(url)} })],`);
    return codeBlock(
      [
        '// Fetches the pages in parallel. What to do with their content:',
        comment(instruction),
        'const fetches = [',
        ...calls,
        '];',
        'const pages = Object.create(null);',
        'for (const [url, page] of fetches) {',
        '  try {',
        '    pages[url] = await page;',
        '  } catch (error) {',
        '    pages[url] = { error: error.message };',
        '  }',
        '}',
        'return pages;',
      ].join('\n'),
    );
  }
}
