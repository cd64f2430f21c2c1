// How to write a prompt: src/prompts/README.md
import { GuideArgs, guideWords } from '../args/guide';
import { Prompt } from '../decorators';
import { ToolDisabledError, ToolNotFoundError } from '../errors';
import { ToolRegistry } from '../registries/tool-registry';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { completeGuide } from './guide-completions';
import { GUIDE_COMMANDS, surplusWords } from './guide-commands';
import { guideHelp, toolHelp, tooManyWords, unknownCommand, unknownOptions } from './guide-help';
import { readWords } from './command-words';

/** The options that documents are asked for with; the prompt of mcp-guide also takes `--force`, which changes nothing. */
const CONTENT_OPTIONS = ['pattern', 'force', 'help'];

/** Adds a project's documents to a conversation, and runs commands. */
@Prompt({
  args: GuideArgs,
  name: 'guide',
  title: 'Guide',
  description: 'Add project guidance to the conversation.',
  conceptual: '*args',
  usage: [
    '@guide NAME[/PATTERN[+PATTERN]] …   documents from categories and collections',
    '@guide NAME --pattern=PATTERN       one pattern for every name',
    '@guide :WORD …                      a command; @guide :help lists them',
    '@guide :TOOL name=value …           any tool, by name',
  ].join('\n'),
  examples: [
    { call: '@guide lang/python', explains: 'Adds the Python rules of this project.' },
    { call: '@guide lang/python+sql guidelines/review', explains: 'Adds several documents, in this order.' },
    { call: '@guide :flags content-*', explains: 'Lists the flags whose names start with content-.' },
    { call: '@guide :category_add name=notes patterns=["*.md"]', explains: 'Calls a tool directly.' },
  ],
})
export class Guide {
  constructor(private readonly tools: ToolRegistry) {}

  async render(args: GuideArgs, context: ToolContext): Promise<Result | ToolResult> {
    const words = guideWords(args);
    const [first] = words;
    if (first === undefined) return this.help([], context);
    if (/^[:;]/.test(first)) return this.command(first.slice(1), words.slice(1), context);
    const { plain, settings } = readWords(words);
    if (settings['help'] || !plain.length) return this.help([], context);
    const unknown = Object.keys(settings).filter((name) => !CONTENT_OPTIONS.includes(name));
    if (unknown.length) return unknownOptions(unknown, CONTENT_OPTIONS);
    const pattern = settings['pattern'];
    if (pattern !== undefined && typeof pattern !== 'string')
      return unknownOptions(['pattern'], ['pattern=PATTERN']);
    return this.called(context, 'get_content', {
      expression: plain.join(','),
      ...(pattern !== undefined && { pattern }),
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
    if (word === '' || word === 'help') return this.help(rest, context);
    const known = GUIDE_COMMANDS.find((command) => command.word === word);
    const words = readWords(rest, { pairs: !known });
    if (words.settings['help'] === true) return this.help([word], context);
    if (known) {
      const surplus = surplusWords(words, known);
      if (surplus.length) return tooManyWords(word, known.takes, surplus);
      const { tool, args } = known.call(words);
      return this.called(context, tool, args);
    }
    const tool = toolName(word);
    if (!this.tools.get(tool, context.session)) return this.unknown(word, context);
    if (words.plain.length) return tooManyWords(tool, 'name=value …', words.plain);
    return this.called(context, tool, words.settings);
  }

  private help([asked, ...surplus]: readonly string[], context: ToolContext): Result {
    if (surplus.length) return tooManyWords('help', '[COMMAND or TOOL]', surplus);
    const word = asked?.replace(/^[:;]/, '');
    const text = guideHelp(word);
    if (text !== undefined) return information(text);
    const tool = this.tools.get(toolName(word!), context.session);
    return tool ? information(toolHelp(tool)) : this.unknown(word!, context);
  }

  private unknown(word: string, { session }: ToolContext): Result {
    return unknownCommand(
      word,
      this.tools.list({ enabledOnly: true, session }).map((tool) => tool.name),
    );
  }

  private async called(
    context: ToolContext,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Result | ToolResult> {
    try {
      return (await context.call(tool, { ...args })).result;
    } catch (error) {
      if (error instanceof ToolDisabledError) return Result.failure(error.message, 'disabled');
      if (error instanceof ToolNotFoundError) return this.unknown(tool, context);
      throw error;
    }
  }
}

function toolName(word: string): string {
  return word.replaceAll('-', '_');
}

function information(text: string): Result<string> {
  return Result.ok(text, {
    instruction: 'Display this information to the user.',
    disposition: 'user/information',
  });
}
