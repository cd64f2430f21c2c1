import type { JsonSchema } from '../base/json-schema';
import { nearestNames } from '../base/names';
import { parseConfigText, type ConfigFile } from '../config/yaml-file';
import { compiledSchema } from '../json/ajv-check';
import { compileCheck } from '../json/checker';
import type { Problem } from '../json/problem';
import type { Report } from '../json/check-report';
import { TASK_FILE_SCHEMA } from './task-schema';
import type { EvalTask, TaskFile } from './task';

/** A file that can't be used as it is; its message has a line for each problem, with its place. */
export class TaskFileError extends Error {
  override readonly name = 'UsageError';

  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `the tasks have ${problems.length} problems:\n  ${problems.join('\n  ')}`,
    );
  }
}

/** Where the parts of a file of tasks are written, for what is found wrong with them later. */
export interface ReadTasks extends TaskFile {
  /** Returns a place such as `tasks.yaml:4:7`. */
  placeOf(path: string): string;
}

/** Reads a file of tasks, YAML or JSON; throws a TaskFileError with every problem. */
export async function readTaskFile(text: string, name: string): Promise<ReadTasks> {
  const file = await parseConfigText(text, name);
  const placeOf = (path: string): string => {
    const at = positionOf(file, path);
    return at ? `${name}:${at.line}:${at.column}` : name;
  };
  if (file.problems.length)
    throw new TaskFileError(
      file.problems.map(({ origin: { line, column }, message }) => `${name}:${line}:${column}: ${message}`),
    );
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(TASK_FILE_SCHEMA)(file.value, report);
  if (report.problems.length)
    throw new TaskFileError(report.problems.map((problem) => `${placeOf(problem.field)}: ${told(problem)}`));
  const { system, tasks } = file.value as { system?: string; tasks: WrittenTask[] };
  const problems = tasks.flatMap((task, index) => contradictions(task, `tasks[${index}]`, placeOf));
  const ids = uniqueIds(tasks);
  tasks.forEach(({ id }, index) => {
    const first = tasks.findIndex((task) => task.id === id);
    if (id !== undefined && first < index)
      problems.push(`${placeOf(`tasks[${index}].id`)}: '${id}' is the id of another task too`);
  });
  if (problems.length) throw new TaskFileError(problems);
  return {
    ...(system !== undefined && { system }),
    tasks: tasks.map((task, index) => taskOf(task, ids[index]!)),
    placeOf,
  };
}

interface WrittenTask {
  readonly id?: string;
  readonly ask: string;
  readonly expect: string | readonly string[];
  readonly arguments?: Record<string, unknown>;
  readonly arguments_schema?: JsonSchema;
  readonly forbid?: readonly string[];
}

const NONE = 'none';

function taskOf(task: WrittenTask, id: string): EvalTask {
  const { ask, expect, forbid = [], arguments: args, arguments_schema: schema } = task;
  return {
    id,
    ask,
    expect: expect === NONE ? [] : [expect].flat(),
    ...(args && { arguments: args }),
    ...(schema && { argumentsSchema: schema }),
    forbid,
  };
}

function contradictions(task: WrittenTask, path: string, placeOf: ReadTasks['placeOf']): string[] {
  const problems: string[] = [];
  const say = (key: string, text: string): void =>
    void problems.push(`${placeOf(`${path}.${key}`)}: ${text}`);
  const { expect, forbid = [], arguments_schema: schema } = task;
  if (expect === NONE)
    for (const key of ['arguments', 'arguments_schema'] as const)
      if (task[key]) say(key, `${key} of a call that should not be made; leave it out, or expect a tool`);
  for (const name of [expect].flat())
    if (forbid.includes(name)) say('forbid', `'${name}' is both expected and forbidden`);
  if (schema)
    try {
      compiledSchema(schema, { place: `${path}.arguments_schema`, dialect: schema.$schema });
    } catch (error) {
      say('arguments_schema', (error as Error).message);
    }
  return problems;
}

function told({ field, message, received, allowed, nearest }: Problem): string {
  const unknown = /^is not a known argument/.test(message);
  const known = Object.keys(isTask(field) ? taskProperties() : TASK_FILE_SCHEMA.properties);
  const near = nearest ?? (unknown ? nearestNames(field.split('.').at(-1)!, known, 1)[0] : undefined);
  if (unknown)
    return `${field} is not known here. ${near ? `Did you mean ${near}?` : `Known: ${known.join(', ')}.`}`;
  const got = received === undefined ? '' : `, got ${received}`;
  return `${field || 'the file'} ${message}${got}${allowed === undefined ? '' : ` (${allowed})`}`;
}

function isTask(field: string): boolean {
  return field.startsWith('tasks[');
}

function taskProperties(): object {
  return TASK_FILE_SCHEMA.properties['tasks']?.items?.properties ?? {};
}

// The place of the nearest part that is written, for one that is missing.
function positionOf(
  { keys, values }: ConfigFile,
  path: string,
): { line: number; column: number } | undefined {
  for (let at = path; ; at = at.replace(/(?:^|\.)[^.[]*$|\[\d+\]$/, '')) {
    const found = keys.get(at) ?? values.get(at);
    if (found || at === '') return found;
  }
}

// Made from the question; reports and the names of transcripts need them unique.
function uniqueIds(tasks: readonly WrittenTask[]): string[] {
  const used = new Set(tasks.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return tasks.map(({ id, ask }) => {
    if (id !== undefined) return id;
    const words = ask
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '');
    const base = words.slice(0, 40).replace(/-$/, '') || 'task';
    let made = base;
    for (let count = 2; used.has(made); count++) made = `${base}-${count}`;
    used.add(made);
    return made;
  });
}
