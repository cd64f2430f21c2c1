import type { Words } from './words';

/** What a command word stands for: one tool, called with what the words say. */
export interface GuideCommand {
  readonly word: string;
  /** The words it takes, for help. */
  readonly takes: string;
  readonly summary: string;
  call(words: Words): { tool: string; args: Record<string, unknown> };
}

/** The command words of the guide prompt. Any tool's own name works as well, with `name=value` words. */
export const GUIDE_COMMANDS: readonly GuideCommand[] = [
  {
    word: 'project',
    takes: '[NAME] [--verbose]',
    summary: 'shows the current project, or chooses one',
    call: ({ plain: [name], settings }) => ({
      tool: name === undefined ? 'get_project' : 'set_project',
      args: { ...(name !== undefined && { name }), ...verbosity(settings) },
    }),
  },
  {
    word: 'projects',
    takes: '[--verbose]',
    summary: 'lists all projects',
    call: ({ settings }) => ({ tool: 'list_projects', args: verbosity(settings) }),
  },
  {
    word: 'categories',
    takes: '[--no-verbose]',
    summary: 'lists the categories of the project',
    call: ({ settings }) => ({ tool: 'category_list', args: verbosity(settings) }),
  },
  {
    word: 'collections',
    takes: '[--no-verbose]',
    summary: 'lists the collections of the project',
    call: ({ settings }) => ({ tool: 'collection_list', args: verbosity(settings) }),
  },
  {
    word: 'files',
    takes: 'CATEGORY',
    summary: 'lists the documents of a category',
    call: ({ plain: [category] }) => ({
      tool: 'category_list_files',
      args: { ...(category !== undefined && { category }) },
    }),
  },
  {
    word: 'flags',
    takes: '[NAME or PATTERN] [--no-active]',
    summary: 'lists the flags that hold in the project',
    call: ({ plain: [name], settings }) => ({
      tool: 'list_project_flags',
      args: { ...(name !== undefined && { feature_name: name }), ...pick(settings, 'active') },
    }),
  },
  {
    word: 'flag',
    takes: 'NAME [VALUE] [--clear]',
    summary: 'shows a flag of the project, sets it, or clears it',
    call: ({ plain: [name, ...rest], settings }) => {
      const args = { ...(name !== undefined && { feature_name: name }) };
      if (settings['clear']) return { tool: 'set_project_flag', args: { ...args, value: null } };
      if (!rest.length) return { tool: 'get_project_flag', args };
      return { tool: 'set_project_flag', args: { ...args, value: flagValue(rest) } };
    },
  },
];

/** How the guide prompt is used, as text for people. */
export function guideHelp(word?: string): string {
  const one = GUIDE_COMMANDS.find((command) => command.word === word);
  if (one) return `@guide :${one.word} ${one.takes}\n\n${one.summary}`;
  const width = Math.max(...GUIDE_COMMANDS.map((command) => command.word.length));
  return [
    '@guide NAME[/PATTERN[+PATTERN]] …   the documents of categories and collections',
    '@guide NAME --pattern=PATTERN       the same, with one pattern for all of them',
    '@guide :WORD …                      a command (`;` works as well as `:`)',
    '@guide :TOOL name=value …           any tool, by its name',
    '',
    ...GUIDE_COMMANDS.map(({ word: name, summary }) => `  :${name.padEnd(width)}  ${summary}`),
    `  :${'help'.padEnd(width)}  this text, or with a word what it does`,
  ].join('\n');
}

function verbosity(settings: Words['settings']): Record<string, unknown> {
  return pick(settings, 'verbose');
}

function pick(settings: Words['settings'], name: string): Record<string, unknown> {
  return Object.hasOwn(settings, name) ? { [name]: settings[name] } : {};
}

function flagValue(words: readonly string[]): unknown {
  if (words.length > 1) return words;
  const [text] = words;
  return text === 'true' ? true : text === 'false' ? false : text;
}
