import { nearestNames } from '../base/names';
import { signatureOf } from '../tool/signature';
import type { ToolShape } from '../tool/tool';
import type { Progress } from '../tool-context';
import type { HostAnswer } from './worker-conversation';
import type { Snippet } from './code-snippets';

/** What the `ot` functions report on. */
export interface IntrospectionSources {
  readonly tools: () => readonly ToolShape[];
  /** Finds tools by words, best first, in the index that is kept. */
  readonly find: (words: string) => readonly ToolShape[];
  readonly aliases: Readonly<Record<string, string>>;
  readonly snippets: Readonly<Record<string, Snippet>>;
  readonly version: string;
}

type Question = Readonly<Record<string, unknown>>;

/** The names under `ot`. */
export const INTROSPECTION = [
  'tools',
  'packs',
  'help',
  'aliases',
  'snippets',
  'result',
  'progress',
  'version',
] as const;

/** Answers `ot.name(question)`; `ot.result` is a call of the tool that reads kept answers. */
export function introspect(
  name: string,
  question: Question,
  sources: IntrospectionSources,
  progress: (update: Progress) => void,
): HostAnswer {
  switch (name) {
    case 'tools':
      return value(listTools(sources, question));
    case 'packs':
      return value([...new Set(sources.tools().map((tool) => tool.pack ?? tool.category ?? 'tools'))]);
    case 'help':
      return help(typeof question['name'] === 'string' ? question['name'] : '', sources.tools());
    case 'aliases':
      return value(sources.aliases);
    case 'snippets':
      return value(
        Object.entries(sources.snippets).map(([key, { description, params }]) => ({
          name: key,
          description,
          params,
        })),
      );
    case 'progress':
      progress({ progress: Number(question['progress']), ...messageIn(question) });
      return value(undefined);
    default:
      return value(sources.version);
  }
}

/** Turns a bare argument into a question, so that `ot.help('read_file')` works. */
export function introspectionQuestion(name: string, given: unknown): Question {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Question;
  if (given === undefined) return {};
  const key = { tools: 'pattern', help: 'name', result: 'handle', progress: 'progress' }[name];
  return key ? { [key]: given } : {};
}

// A part of a name finds all the names that hold it; other words find what the tools are about.
function listTools({ tools, find }: IntrospectionSources, { pattern, info }: Question): unknown[] {
  const wanted = typeof pattern === 'string' ? pattern.trim().toLowerCase() : '';
  const named = tools().filter((tool) => tool.name.toLowerCase().includes(wanted));
  const matching = named.length ? named : find(wanted);
  if (info === 'list') return matching.map((tool) => tool.name);
  return matching.map((tool) => {
    const described = tool.describe();
    const brief = { name: tool.name, signature: signatureOf(tool.name, described) };
    return info === 'full'
      ? { ...brief, description: described.description }
      : { ...brief, description: firstLine(described.summary) };
  });
}

function help(name: string, tools: readonly ToolShape[]): HostAnswer {
  const bare = name.slice(name.lastIndexOf('.') + 1);
  const tool = tools.find((each) => each.name === bare);
  if (tool) return value(`${signatureOf(tool.name, tool.describe())}\n\n${tool.describe().description}`);
  const nearest = nearestNames(
    bare,
    tools.map((each) => each.name),
  );
  return {
    ok: false,
    message: `Unknown tool: ${bare}${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`,
  };
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]!;
}

// Code may report anything; a message of another kind is shown as its JSON.
function messageIn({ message }: Question): { message?: string } {
  if (message === undefined) return {};
  return { message: typeof message === 'string' ? message : JSON.stringify(message) };
}

function value(answer: unknown): HostAnswer {
  return { ok: true, value: answer };
}
