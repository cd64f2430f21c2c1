// How to write a prompt: src/prompts/README.md
import { ToolArguments } from '../arguments';
import { Arg, Prompt } from '../decorators';
import { PromptError } from '../registries/prompt-registry';
import { codeBlock, comment, literal } from './code-block';
import { stringList } from './string-list';

/** Arguments of `transform_data`. */
export class TransformDataArgs extends ToolArguments {
  @Arg({
    description: 'The pages to fetch: a JSON array of addresses, or addresses between commas',
    minLength: 1,
  })
  urls!: string;

  @Arg({ description: 'What to do with what they hold', minLength: 1 })
  instruction!: string;
}

/** Code that fetches pages, with what is to be done with them as a comment. */
@Prompt({
  args: TransformDataArgs,
  title: 'Fetch and transform',
  description: 'Code that fetches pages to work on.',
  usage: '@transform_data URLS INSTRUCTION',
  examples: [
    {
      call: '@transform_data ["https://example.com"] "Extract titles"',
      explains: 'Code that fetches one page, and says what to do with it.',
    },
  ],
})
export class TransformData {
  render({ urls, instruction }: TransformDataArgs): string {
    const list = stringList(urls);
    if (!list)
      throw new PromptError(
        'Invalid arguments for prompt transform_data: urls must be a JSON array of texts, or texts between commas',
      );
    const calls = list.map((url) => `  [${literal(url)}, tools.web_fetch({ url: ${literal(url)} })],`);
    return codeBlock(
      [
        '// Fetches the pages, all at once. What is to be done with what they hold:',
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
