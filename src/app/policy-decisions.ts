import type { ExecuteCommandArgs } from '../args/execute-command';
import type { Decision } from '../policy/decision';
import type { Access, PathPolicy } from '../policy/path-policy';
import type { Tool } from '../tool/tool';
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

// As the call does: whatever is marked as a path, and of words that nobody declared those that could be one.
async function decideDefinition(
  tool: Tool,
  args: Record<string, unknown>,
  paths: PathPolicy,
): Promise<readonly Decision[] | undefined> {
  const [{ leafOf }, { judgedPaths }] = await Promise.all([
    import('../mtdf/leaf-tool.js'),
    import('../mtdf/judge-paths.js'),
  ]);
  const leaf = leafOf(tool);
  const judged = leaf ? judgedPaths(paths, leaf, args).judged : [];
  return judged.length ? judged.map(({ decision }) => decision) : undefined;
}
