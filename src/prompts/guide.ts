// How to write a prompt: src/prompts/README.md
import { GuideArgs, wordsOf } from '../args/guide';
import { Prompt } from '../decorators';
import { ToolDisabledError, ToolNotFoundError } from '../errors';
import { nearestNames } from '../names';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { completeGuide } from './guide-completions';
import { GUIDE_COMMANDS, guideHelp } from './guide-commands';
import { readWords } from './words';

/** Brings a project's documents into a conversation, and runs commands on them. */
@Prompt({
  args: GuideArgs,
  name: 'guide',
  title: 'Guide',
  description: 'Bring project guidance into the conversation.',
  conceptual: '*args',
  usage: [
    '@guide NAME[/PATTERN[+PATTERN]] …   documents of categories and collections',
    '@guide NAME --pattern=PATTERN       one pattern for all of them',
    '@guide :WORD …                      a command; @guide :help lists them',
    '@guide :TOOL name=value …           any tool, by its name',
  ].join('\n'),
  examples: [
    { call: '@guide lang/python', explains: 'The Python rules of this project.' },
    { call: '@guide lang/python+sql guidelines/review', explains: 'Several documents, in this order.' },
    { call: '@guide :flags content-*', explains: 'The flags whose names begin with content-.' },
    { call: '@guide :category_add name=notes patterns=["*.md"]', explains: 'Calls a tool directly.' },
  ],
})
export class Guide {
  async render(args: GuideArgs, context: ToolContext): Promise<Result | ToolResult> {
    const words = wordsOf(args);
    const [first] = words;
    if (first === undefined) return help();
    if (/^[:;]/.test(first)) return this.command(first.slice(1), words.slice(1), context);
    const { plain, settings } = readWords(words);
    if (settings['help'] || !plain.length) return help();
    const pattern = settings['pattern'];
    return called(context, 'get_content', {
      expression: plain.join(','),
      ...(typeof pattern === 'string' && { pattern }),
    });
  }

  complete(
    argument: string,
    value: string,
    context: ToolContext,
    others: Record<string, string>,
  ): Promise<string[]> {
    return completeGuide(argument, value, context, others);
  }

  private async command(
    word: string,
    rest: readonly string[],
    context: ToolContext,
  ): Promise<Result | ToolResult> {
    if (word === '' || word === 'help') return help(rest[0]?.replace(/^[:;]/, ''));
    const known = GUIDE_COMMANDS.find((command) => command.word === word);
    if (!known)
      return called(context, word.replaceAll('-', '_'), readWords(rest, { pairs: true }).settings, word);
    const words = readWords(rest);
    if (words.settings['help']) return help(word);
    const { tool, args } = known.call(words);
    return called(context, tool, args);
  }
}

function help(word?: string): Result<string> {
  return Result.ok(guideHelp(word), {
    instruction: 'Display this information to the user.',
    disposition: 'user/information',
  });
}

async function called(
  context: ToolContext,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  word?: string,
): Promise<Result | ToolResult> {
  try {
    return (await context.call(tool, { ...args })).result;
  } catch (error) {
    if (error instanceof ToolDisabledError) return Result.failure(error.message, 'disabled');
    if (!(error instanceof ToolNotFoundError)) throw error;
    const words = GUIDE_COMMANDS.map((command) => command.word);
    const nearest = [...nearestNames(word ?? tool, words), ...error.nearest].slice(0, 3);
    return Result.failure(`Unknown command: ${word ?? tool}`, 'not_found', {
      instruction: `Show this to the user.${nearest.length ? ` Nearest: ${nearest.join(', ')}.` : ''} :help lists the commands.`,
    });
  }
}
