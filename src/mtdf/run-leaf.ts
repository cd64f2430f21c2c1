import { ErrorCode } from '../errors';
import { runCommand } from '../process/run-pipeline';
import { Result, type Failure } from '../result';
import type { Problem } from '../tool';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { buildCommandLine, type CommandLine } from './argv';
import { programEnvironment } from './environment';
import type { DefinitionHost } from './host';
import { judgePaths, ruleName } from './judge-paths';
import type { Leaf } from './leaves';
import { outcomeResult } from './outcome-result';
import { OutputWatch } from './output-watch';
import { wordsWithFiles } from './value-files';

/** Runs one leaf: paths judged first, then its program within its limits, to one result. */
export async function runLeaf(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult | Failure> {
  const paths = await host.paths();
  const clientRoots = await context.session?.roots?.();
  const place = judgePaths(paths, leaf, args, clientRoots);
  if (!place.ok) return place.failure;
  const built = leaf.definition.tool_type === 'livelog' ? livelogLine(leaf) : buildCommandLine(leaf, args);
  if (!built.ok) return refusedArguments(leaf, built.problems);
  const { words, directories, release } = await wordsWithFiles(built.line.words, host.tempDir);
  const watch = new OutputWatch(context, leaf.definition);
  try {
    const rules = paths.toolRules(ruleName(paths, leaf));
    const timeoutSeconds = timeLimit(leaf, host, args, rules.timeoutSeconds);
    const sandbox = await host.sandbox?.(ruleName(paths, leaf));
    const outcome = await runCommand({
      file: built.line.file,
      args: words,
      cwd: place.cwd,
      env: programEnvironment(
        host.env,
        rules.environment?.map((entry) => entry.value),
      ),
      timeoutMs: timeoutSeconds * 1000,
      signal: context.signal,
      onOutput: watch.heard,
      ...(rules.maxOutputBytes !== undefined && { outputLimitBytes: rules.maxOutputBytes }),
      ...(sandbox && { sandbox: { ...sandbox, readable: [...sandbox.readable, ...directories] } }),
    });
    return outcomeResult(outcome, {
      command: [built.line.file, ...words],
      cwd: place.cwd,
      timeoutSeconds,
      installInstructions: leaf.installInstructions,
    });
  } finally {
    watch.close();
    await release();
  }
}

// The time limit: of the call where the definition offers one, of the operator, of the leaf, of the server.
function timeLimit(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  ruled: number | undefined,
): number {
  if (leaf.definition.tool_type === 'livelog') return 0;
  const asked = args['timeout_seconds'];
  const own = ruled ?? leaf.timeoutSeconds ?? host.defaultTimeoutSeconds;
  return typeof asked === 'number' ? Math.min(asked, 3600) : own;
}

function livelogLine(leaf: Leaf): { ok: true; line: CommandLine } {
  const { source_command: file = '', source_args: words = [] } = leaf.definition.livelog ?? {};
  return { ok: true, line: { file, words: [...words] } };
}

function refusedArguments(leaf: Leaf, problems: readonly Problem[]): Failure {
  const list = problems.map((problem) => `${problem.field} ${problem.message}`).join('; ');
  return Result.failure(`Invalid arguments for ${leaf.toolName}: ${list}`, 'validation_error', {
    instruction:
      'Nothing was run. Correct the arguments as told under validation_errors and call the tool again.',
    errorData: { code: ErrorCode.Validation, validation_errors: problems },
  });
}
