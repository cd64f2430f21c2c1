import type { ExecuteCommandArgs } from '../args/execute-command';
import type { JsonSchema } from '../json-schema';
import type { Decision } from '../policy/decision';
import type { Access, PathPolicy } from '../policy/path-policy';
import type { Tool } from '../tool';
import type { Setup } from './pack';

/** What the built-in tools do with the path they are given. */
const PATH_TOOLS: Readonly<Record<string, Access>> = {
  read_file: 'read',
  list_directory: 'read',
  search_files: 'read',
  write_file: 'write',
};

/** What the policy decides on a call with checked arguments; undefined where it has no say on them. */
export async function decideCall(
  tool: Tool,
  args: object,
  paths: PathPolicy,
  log: Setup['log'],
): Promise<readonly Decision[] | undefined> {
  if (tool.name === 'execute_command') return decideCommand(args as ExecuteCommandArgs, paths, log);
  if (tool.category === 'definition') return decideDefinition(tool, args as Record<string, unknown>, paths);
  const access = PATH_TOOLS[tool.name];
  return access && [paths.judgePath(tool.name, (args as { path: string }).path, access)];
}

async function decideCommand(
  { command, workingDir }: ExecuteCommandArgs,
  paths: PathPolicy,
  log: Setup['log'],
): Promise<readonly Decision[]> {
  const { CommandRunner } = await import('../policy/command-runner.js');
  const { trail } = new CommandRunner(paths, log).judge({
    tool: 'execute_command',
    line: command,
    ...(workingDir !== undefined && { workingDirectory: workingDir }),
  });
  return trail;
}

// Of a definition's arguments those are judged that its schema marks as paths, from the directory it runs in.
function decideDefinition(
  tool: Tool,
  { working_directory: given, ...args }: Record<string, unknown>,
  paths: PathPolicy,
): readonly Decision[] | undefined {
  const ruleName = Object.keys(paths.toolRules(tool.name)).length ? tool.name : (tool.tags[1] ?? tool.name);
  const directory =
    typeof given === 'string' && given !== '' ? paths.judgePath(ruleName, given, 'read') : undefined;
  if (directory && !directory.allowed) return [directory];
  const base = directory?.path ?? ownDirectory(ruleName, paths);
  const { properties = {} } = tool.describe().inputSchema;
  const named = Object.entries(args).flatMap(([name, value]) => pathsIn(properties[name], value));
  const decisions = named.map((path) => judgeTree(ruleName, path, base, paths));
  const all = directory ? [directory, ...decisions] : decisions;
  return all.length ? all : undefined;
}

// Where it runs if nobody says: where the server does, or else in the first place it may touch.
function ownDirectory(ruleName: string, paths: PathPolicy): string {
  const { cwd } = paths.rules;
  return paths.judgePath(ruleName, cwd, 'read').allowed ? cwd : (paths.allowedPlaces(ruleName)[0] ?? cwd);
}

// As the call does (src/mtdf/judge-paths.ts): a program may walk what it is given, and write to it.
function judgeTree(ruleName: string, path: string, base: string, paths: PathPolicy): Decision {
  const read = paths.judgePath(ruleName, path, 'read', { base, tree: true });
  if (!read.allowed) return read;
  const tree = !paths.allowedPlaces(ruleName).includes(read.path);
  return paths.judgePath(ruleName, path, 'write', { base, tree });
}

function pathsIn(schema: JsonSchema | undefined, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(schema?.items as JsonSchema, item));
  if (typeof value !== 'string' || value === '') return [];
  const isPath = schema?.format === 'path' || (schema?.format === 'path-or-value' && !value.includes('='));
  return isPath ? [value] : [];
}
