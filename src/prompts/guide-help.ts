import { schemaMarkdown } from '../tool/markdown';
import { nearestNames } from '../names';
import { Result, type Failure } from '../result';
import type { Tool } from '../tool/tool';
import { GUIDE_COMMANDS } from './guide-commands';

/** How the guide prompt is used, or one of its commands, as text for people. */
export function guideHelp(word?: string): string | undefined {
  if (word === undefined) return overview();
  const one = GUIDE_COMMANDS.find((command) => command.word === word);
  return one && `@guide :${one.word} ${one.takes}\n\n${one.summary}`;
}

/** How a tool is called by the guide prompt, as text for people. */
export function toolHelp(tool: Tool): string {
  const { summary, inputSchema } = tool.describe();
  return `@guide :${tool.name} name=value …\n\n${summary}\n\n${schemaMarkdown(inputSchema)}`;
}

/** The answer to a word that is neither a command nor a tool, with the nearest that are. */
export function unknownCommand(word: string, tools: Iterable<string>): Failure {
  const names = [...GUIDE_COMMANDS.map((command) => command.word), ...tools];
  const nearest = nearestNames(word, names);
  return Result.failure(`Unknown command: ${word}`, 'not_found', {
    instruction: `Show this to the user.${nearest.length ? ` Nearest: ${nearest.join(', ')}.` : ''} :help lists the commands.`,
  });
}

/** The answer to words that would have to be dropped. */
export function tooManyWords(command: string, takes: string, surplus: readonly string[]): Failure {
  const listed = surplus.map((word) => `'${word}'`).join(', ');
  return Result.failure(`:${command} does not take ${listed}`, 'validation_error', {
    instruction: `Show this to the user. It is written: @guide :${command} ${takes}`.trimEnd(),
  });
}

function overview(): string {
  const width = Math.max(...GUIDE_COMMANDS.map((command) => command.word.length));
  return [
    '@guide NAME[/PATTERN[+PATTERN]] …   the documents of categories and collections',
    '@guide NAME --pattern=PATTERN       the same, with one pattern for all of them',
    '@guide :WORD …                      a command (`;` works as well as `:`)',
    '@guide :TOOL name=value …           any tool, by its name',
    '',
    ...GUIDE_COMMANDS.map(({ word, summary }) => `  :${word.padEnd(width)}  ${summary}`),
    `  :${'help'.padEnd(width)}  this text, or with a command or a tool what it does`,
  ].join('\n');
}
