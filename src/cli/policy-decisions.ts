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
  const base = directory?.path ?? paths.rules.cwd;
  const { properties = {} } = tool.describe().inputSchema;
  const named = Object.entries(args).flatMap(([name, value]) => pathsIn(properties[name], value));
  const decisions = named.map((path) => paths.judgePath(ruleName, path, 'write', { base }));
  const all = directory ? [directory, ...decisions] : decisions;
  return all.length ? all : undefined;
}

function pathsIn(schema: JsonSchema | undefined, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(schema?.items as JsonSchema, item));
  if (typeof value !== 'string' || value === '') return [];
  const isPath = schema?.format === 'path' || (schema?.format === 'path-or-value' && !value.includes('='));
  return isPath ? [value] : [];
}
