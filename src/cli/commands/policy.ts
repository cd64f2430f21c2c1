import type { Decision } from '../../policy/decision';
import type { Access, PathPolicy } from '../../policy/path-policy';
import { composeForShell } from '../compose-for-shell';
import { UsageError, type Command } from '../command';
import type { Composition } from '../compose';
import { bindPolicy } from '../policy';

/** What the built-in tools do with the path they are given. */
const PATH_TOOLS: Readonly<Record<string, Access>> = {
  read_file: 'read',
  list_directory: 'read',
  search_files: 'read',
  write_file: 'write',
};

/** Tells whether a call would be allowed, and which rule of which file and line decides it. */
export const command: Command = {
  name: 'policy',
  summary: 'explain what the policy decides on a call',
  usage: `toolwright policy explain TOOL JSON [serve options]    for example: toolwright policy explain execute_command '{"command": "rm -rf x"}'`,
  async run(args, io) {
    const { composition, positionals } = await composeForShell(args, io);
    try {
      const [verb, tool, json, ...rest] = positionals;
      if (verb !== 'explain' || tool === undefined || rest.length)
        throw new UsageError(`call it as: ${this.usage}`);
      const decisions = await decide(composition, tool, parse(json ?? '{}'));
      for (const decision of decisions) io.stdout(explain(decision));
      const refused = decisions.some((decision) => !decision.allowed);
      io.stdout(`${tool}: ${refused ? 'refused' : 'allowed'}\n`);
      return refused ? 1 : 0;
    } finally {
      await composition.close();
    }
  },
};

async function decide(
  { setup, registry }: Composition,
  tool: string,
  args: Record<string, unknown>,
): Promise<readonly Decision[]> {
  if (!registry.get(tool)) throw new UsageError(`there is no tool '${tool}'; 'toolwright tools' lists them`);
  const { PathPolicy } = await import('../../policy/path-policy.js');
  const container = await setup.services();
  await bindPolicy(container, setup);
  const paths = container.get(PathPolicy);
  if (tool === 'execute_command') return decideCommand(paths, setup, args);
  const access = PATH_TOOLS[tool] ?? 'write';
  const given = tool in PATH_TOOLS ? { path: args['path'] ?? '.' } : args;
  const named = Object.values(given).filter((value) => typeof value === 'string');
  return named.map((path) => paths.judgePath(tool, path, access));
}

async function decideCommand(
  paths: PathPolicy,
  setup: Composition['setup'],
  args: Record<string, unknown>,
): Promise<readonly Decision[]> {
  const { CommandRunner } = await import('../../policy/command-runner.js');
  const directory = args['working_dir'];
  const { trail } = new CommandRunner(paths, setup.log).judge({
    tool: 'execute_command',
    line: String(args['command'] ?? ''),
    ...(typeof directory === 'string' && { workingDirectory: directory }),
  });
  return trail;
}

function explain({ allowed, reason, rule }: Decision): string {
  return `${allowed ? 'allowed' : 'refused'}: ${reason}\n  by ${rule.rule}\n  at ${rule.where}\n`;
}

function parse(json: string): Record<string, unknown> {
  try {
    const value = JSON.parse(json) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // told below, like any other value that is no object
  }
  throw new UsageError(`the arguments must be a JSON object, got ${json}`);
}
