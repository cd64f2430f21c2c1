import { ToolSettings, type Config, type ConfigProblem, type Sources } from '../../config';
import { argNotesOf } from '../../metadata';
import type { ToolShape } from '../../tool/tool';
import { ENTRY_TOOLS } from './name-entry-tools';
import { manifest } from './take-built-in-manifest';

/** What is known of a tool that a rule may be for. */
type RuledTool = Pick<ToolShape, 'name' | 'accesses'> &
  Partial<Pick<ToolShape, 'category' | 'timeoutSeconds'>>;

/** Why a rule can't have any effect, and what to do instead. */
interface Idle {
  readonly message: string;
  readonly cure: string;
}

type Rule = Exclude<keyof ToolSettings, 'enabled'>;

// The rules per tool, with the names that they have in a file.
const RULES = argNotesOf(ToolSettings).filter(({ key }) => key !== 'enabled');

const ABOUT_LINES: readonly Rule[] = ['allowedCommands', 'deniedCommands', 'shell'];
const ABOUT_PROGRAMS: readonly Rule[] = ['environment', 'maxOutput', 'sandbox'];
const ABOUT_PATHS: readonly Rule[] = ['allowedPaths', 'deniedPaths'];

// Its limit is how long it waits.
const WAITS = 'await';

/** Returns rules that cannot have any effect, judging by what the tools declare; built-in ones are always known. */
export function policyProblems(
  config: Config,
  sources: Sources,
  tools: readonly RuledTool[] = [],
): ConfigProblem[] {
  if (!Object.keys(config.tools).length) return sandboxProblems(config, sources);
  const declared = new Map<string, RuledTool>([...manifest.tools, ...tools].map((tool) => [tool.name, tool]));
  const problems = Object.entries(config.tools).flatMap(([name, settings]) =>
    RULES.flatMap(({ key, wireName }): ConfigProblem[] => {
      const rule = key as Rule;
      const stated = settings[rule];
      if (stated === undefined) return [];
      const path = `tools.${name}.${wireName}`;
      const idle = whyIdle(rule, name, declared);
      if (idle) return [{ origin: sources.where(path), path, ...idle }];
      return Array.isArray(stated) && rule !== 'environment'
        ? entryProblems(path, stated, rule.endsWith('Commands'), sources)
        : [];
    }),
  );
  return [...problems, ...sandboxProblems(config, sources)];
}

// A tool that is not known yet may still come from a definition, which runs a program and may have paths as arguments.
function whyIdle(rule: Rule, name: string, declared: ReadonlyMap<string, RuledTool>): Idle | undefined {
  const kindsOf = (one: string) => declared.get(one)?.accesses?.map(({ kind }) => kind) ?? [];
  const tool = declared.get(name);
  const runsCommands = kindsOf(name).includes('command');
  if (ABOUT_LINES.includes(rule) && !runsCommands) {
    const others = [...declared.keys()].filter((other) => kindsOf(other).includes('command'));
    return {
      message: `has no effect: only ${others.join(' and ')} ${others.length > 1 ? 'run' : 'runs'} command lines`,
      cure: `Move it to ${others.map((other) => `tools.${other}`).join(' or ')}.`,
    };
  }
  if (!tool) return undefined;
  const isDefined = tool.category === 'definition';
  const idle = (why: string, cure = 'Remove it.'): Idle => ({
    message: `has no effect: ${name} ${why}`,
    cure,
  });
  if (ABOUT_PROGRAMS.includes(rule) && !runsCommands && !isDefined)
    return idle('runs no commands or programs');
  if (ABOUT_PATHS.includes(rule) && !kindsOf(name).some((kind) => kind !== 'address'))
    return idle('has no path arguments that the policy judges');
  if (rule === 'timeout' && tool.timeoutSeconds === 0 && !runsCommands && !isDefined && name !== WAITS)
    return name === ENTRY_TOOLS.runner
      ? idle('has a limit of its own', 'Set code.timeout instead.')
      : idle('handles its time limit itself');
  if (rule === 'answerBudget' && name === ENTRY_TOOLS.reader)
    return idle('is what large answers are read with, and is never cut');
  return undefined;
}

function entryProblems(
  path: string,
  values: readonly string[],
  command: boolean,
  sources: Sources,
): ConfigProblem[] {
  return values.flatMap((value, index) => {
    const problem = entryProblem(value, command);
    const place = `${path}[${index}]`;
    return problem ? [{ origin: sources.where(place), path: place, ...problem }] : [];
  });
}

function sandboxProblems({ sandbox, tools }: Config, sources: Sources): ConfigProblem[] {
  const paths = (['readable', 'writable'] as const).flatMap((key) =>
    entryProblems(`sandbox.${key}`, sandbox[key], false, sources),
  );
  const { mode } = sandbox;
  // An option or a variable turns it off for one start, and the file may stay as it is.
  const isOff = mode === 'off' && ['file', 'default'].includes(sources.where('sandbox.mode').source);
  const contradicting = Object.keys(tools).filter((name) => {
    const { sandbox: wanted } = tools[name]!;
    return (mode === 'required' && wanted === false) || (isOff && wanted === true);
  });
  return [
    ...paths,
    ...contradicting.map((name) => {
      const path = `tools.${name}.sandbox`;
      const message = `contradicts sandbox: ${mode}, under which ${isOff ? 'everything' : 'nothing'} runs outside`;
      return { origin: sources.where(path), path, message, cure: 'Remove it, or write sandbox: auto.' };
    }),
  ];
}

function entryProblem(value: string, command: boolean): { message: string; cure: string } | undefined {
  if (value.trim() === '' || value.includes('\0'))
    return { message: 'is empty', cure: 'Write a path or a name, or remove it.' };
  if (/[*?]/.test(value))
    return {
      message: `is a glob, which is not supported here (${value})`,
      cure: command ? 'Name each program.' : 'Name a directory: everything below it is included.',
    };
  if (value.startsWith('~'))
    return { message: `begins with ~, which is not expanded (${value})`, cure: 'Write the full path.' };
  if (command && /\s/.test(value))
    return {
      message: `contains more than the name of a command (${value})`,
      cure: 'Name the program alone.',
    };
  return undefined;
}
