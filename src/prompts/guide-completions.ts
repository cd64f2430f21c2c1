import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import { GUIDE_COMMANDS } from './guide-commands';

/** Returns completions for the word being typed after `@guide`. */
export async function completeGuide(
  argument: string,
  value: string,
  context: ToolContext,
  others: Readonly<Record<string, string>>,
): Promise<string[]> {
  const command = argument === 'arg1' ? undefined : /^[:;](.*)$/.exec(others['arg1'] ?? '')?.[1];
  if (command !== undefined) return startingWith(value, await commandWords(command, context));
  if (argument === 'arg1' && /^[:;]/.test(value)) {
    const sign = value[0]!;
    return startingWith(value, [...GUIDE_COMMANDS.map(({ word }) => `${sign}${word}`), `${sign}help`]);
  }
  const slash = value.indexOf('/');
  if (slash < 0) return startingWith(value, await contentNames(context));
  const category = value.slice(0, slash);
  const files = await valueOf<{ path: string }[]>(context, 'category_list_files', { category });
  return startingWith(
    value,
    (files ?? []).map(({ path }) => `${category}/${path}`),
  );
}

async function commandWords(command: string, context: ToolContext): Promise<string[]> {
  if (command === 'help') return GUIDE_COMMANDS.map(({ word }) => word);
  if (command === 'files')
    return (await valueOf<string[]>(context, 'category_list', { verbose: false })) ?? [];
  if (command === 'flag' || command === 'flags') {
    return Object.keys((await valueOf<Record<string, unknown>>(context, 'list_project_flags', {})) ?? {});
  }
  if (command !== 'project') return [];
  const projects = await valueOf<{ name: string }[]>(context, 'list_projects', {});
  return [...new Set((projects ?? []).map(({ name }) => name))];
}

async function contentNames(context: ToolContext): Promise<string[]> {
  const collections = await valueOf<string[]>(context, 'collection_list', { verbose: false });
  const categories = await valueOf<string[]>(context, 'category_list', { verbose: false });
  return [...new Set([...(collections ?? []), ...(categories ?? [])])];
}

// A tool that fails or is missing yields no completions, and no error.
async function valueOf<T>(
  context: ToolContext,
  tool: string,
  args: Record<string, unknown>,
): Promise<T | undefined> {
  try {
    const { result } = await context.call(tool, args);
    return result instanceof Result && result.isOk() ? (result.value as T) : undefined;
  } catch {
    return undefined;
  }
}

function startingWith(value: string, words: readonly string[]): string[] {
  return words.filter((word) => word.startsWith(value));
}
