import type { Words } from './command-words';

/** What a command word stands for: one tool, called with what the words say. */
export interface GuideCommand {
  readonly word: string;
  /** The words it takes, for help. */
  readonly takes: string;
  /** How many plain words it takes at most. */
  readonly most: number;
  /** The settings it knows. */
  readonly knows: readonly string[];
  readonly summary: string;
  call(words: Words): { tool: string; args: Record<string, unknown> };
}

/** The command words of the guide prompt. Any tool's own name works as well, with `name=value` words. */
export const GUIDE_COMMANDS: readonly GuideCommand[] = [
  {
    word: 'project',
    takes: '[NAME] [--verbose]',
    most: 1,
    knows: ['verbose'],
    summary: 'shows the current project, or chooses one',
    call: ({ plain: [name], settings }) => ({
      tool: name === undefined ? 'get_project' : 'set_project',
      args: { ...(name !== undefined && { name }), ...verbosity(settings) },
    }),
  },
  {
    word: 'projects',
    takes: '[--verbose]',
    most: 0,
    knows: ['verbose'],
    summary: 'lists all projects',
    call: ({ settings }) => ({ tool: 'list_projects', args: verbosity(settings) }),
  },
  {
    word: 'categories',
    takes: '[--no-verbose]',
    most: 0,
    knows: ['verbose'],
    summary: 'lists the categories of the project',
    call: ({ settings }) => ({ tool: 'category_list', args: verbosity(settings) }),
  },
  {
    word: 'collections',
    takes: '[--no-verbose]',
    most: 0,
    knows: ['verbose'],
    summary: 'lists the collections of the project',
    call: ({ settings }) => ({ tool: 'collection_list', args: verbosity(settings) }),
  },
  {
    word: 'files',
    takes: 'CATEGORY',
    most: 1,
    knows: [],
    summary: 'lists the documents of a category',
    call: ({ plain: [category] }) => ({
      tool: 'category_list_files',
      args: { ...(category !== undefined && { category }) },
    }),
  },
  {
    word: 'flags',
    takes: '[NAME or PATTERN] [--no-active]',
    most: 1,
    knows: ['active'],
    summary: 'lists the flags that hold in the project',
    call: ({ plain: [name], settings }) => ({
      tool: 'list_project_flags',
      args: { ...(name !== undefined && { feature_name: name }), ...pick(settings, 'active') },
    }),
  },
  {
    word: 'flag',
    takes: 'NAME [VALUE] [--clear]',
    most: Infinity,
    knows: ['clear'],
    summary: 'shows a flag of the project, sets it, or clears it',
    call: ({ plain: [name, ...rest], settings }) => {
      const args = { ...(name !== undefined && { feature_name: name }) };
      if (settings['clear']) return { tool: 'set_project_flag', args: { ...args, value: null } };
      if (!rest.length) return { tool: 'get_project_flag', args };
      return { tool: 'set_project_flag', args: { ...args, value: flagValue(rest) } };
    },
  },
];

/** The words that a command would have to drop, as they were written. */
export function surplusWords(words: Words, { most, knows }: Pick<GuideCommand, 'most' | 'knows'>): string[] {
  const unknown = Object.keys(words.settings).filter((name) => !knows.includes(name));
  return [...words.plain.slice(most), ...unknown.map((name) => `--${name.replaceAll('_', '-')}`)];
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
