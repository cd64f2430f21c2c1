import type { Words } from './command-words';

/** A command of the guide prompt: one tool, and how words become its arguments. */
export interface GuideCommand {
  readonly word: string;
  /** Its syntax, for help. */
  readonly takes: string;
  /** Maximum number of plain words. */
  readonly most: number;
  /** The options it accepts. */
  readonly knows: readonly string[];
  readonly summary: string;
  call(words: Words): { tool: string; args: Record<string, unknown> };
}

/** The commands of the guide prompt; besides these, any tool can be called by name with `name=value` words. */
export const GUIDE_COMMANDS: readonly GuideCommand[] = [
  {
    word: 'project',
    takes: '[NAME] [--create] [--verbose]',
    most: 1,
    knows: ['create', 'verbose'],
    summary: 'shows the current project, or switches to one',
    call: ({ plain: [name], settings }) => ({
      tool: name === undefined ? 'get_project' : 'set_project',
      args: {
        ...(name !== undefined && { name, ...pick(settings, 'create') }),
        ...verbosity(settings),
      },
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
    summary: 'lists the flags in effect in the project',
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
    summary: 'shows, sets or clears a flag of the project',
    call: ({ plain: [name, ...rest], settings }) => {
      const args = { ...(name !== undefined && { feature_name: name }) };
      if (settings['clear']) return { tool: 'set_project_flag', args: { ...args, value: null } };
      if (!rest.length) return { tool: 'get_project_flag', args };
      return { tool: 'set_project_flag', args: { ...args, value: flagValue(rest) } };
    },
  },
];

/** Returns the words that a command does not accept, as written. */
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
