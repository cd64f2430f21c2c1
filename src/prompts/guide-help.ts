import { invalidArguments } from '../invalid-arguments';
import { schemaMarkdown } from '../tool/markdown';
import { nearestNames } from '../base/names';
import { Result, type Failure } from '../result';
import type { ToolShape } from '../tool/tool';
import { GUIDE_COMMANDS } from './guide-commands';

/** Returns help for the guide prompt or for one of its commands. */
export function guideHelp(word?: string): string | undefined {
  if (word === undefined) return overview();
  const one = GUIDE_COMMANDS.find((command) => command.word === word);
  return one && `@guide :${one.word} ${one.takes}\n\n${one.summary}`;
}

/** Returns help for calling a tool through the guide prompt. */
export function toolHelp(tool: ToolShape): string {
  const { summary, inputSchema } = tool.describe();
  return `@guide :${tool.name} name=value …\n\n${summary}\n\n${schemaMarkdown(inputSchema)}`;
}

/** Makes the failure for an unknown command, with the nearest commands and tools. */
export function unknownCommand(word: string, tools: Iterable<string>): Failure {
  const names = [...GUIDE_COMMANDS.map((command) => command.word), ...tools];
  const nearest = nearestNames(word, names);
  return Result.failure(`Unknown command: ${word}`, 'not_found', {
    instruction: `Show this to the user.${nearest.length ? ` Did you mean: ${nearest.join(', ')}?` : ''} :help lists the commands.`,
  });
}

/** Makes the failure for words that a command does not accept. */
export function tooManyWords(command: string, takes: string, surplus: readonly string[]): Failure {
  const listed = surplus.map((word) => `'${word}'`).join(', ');
  return invalidArguments([{ field: '', message: `must not contain ${listed}` }], {
    error: `:${command} does not take ${listed}`,
    instruction: `Show this to the user. Syntax: @guide :${command} ${takes}`.trimEnd(),
  });
}

/** Makes the failure for options that documents are not asked for with. */
export function unknownOptions(names: readonly string[], known: readonly string[]): Failure {
  const listed = names.map((name) => `--${name.replaceAll('_', '-')}`).join(', ');
  const nearest = names.flatMap((name) => nearestNames(name, known, 1)).map((name) => `--${name}`);
  return invalidArguments([{ field: '', message: `must not contain ${listed}` }], {
    error: `Unknown option: ${listed}`,
    instruction: `Show this to the user.${nearest.length ? ` Did you mean ${nearest.join(', ')}?` : ''} Syntax: @guide NAME … --pattern=PATTERN`,
  });
}

function overview(): string {
  const width = Math.max(...GUIDE_COMMANDS.map((command) => command.word.length));
  return [
    '@guide NAME[/PATTERN[+PATTERN]] …   documents from categories and collections',
    '@guide NAME --pattern=PATTERN       the same, with one pattern for every name',
    '@guide :WORD …                      a command (`;` works like `:`)',
    '@guide :TOOL name=value …           any tool, by name',
    '',
    ...GUIDE_COMMANDS.map(({ word, summary }) => `  :${word.padEnd(width)}  ${summary}`),
    `  :${'help'.padEnd(width)}  this text, or help for a command or tool`,
  ].join('\n');
}
