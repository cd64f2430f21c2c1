import { invalidArguments } from '../invalid-arguments';
import type { Failure } from '../result';
import type { Problem } from '../json/problem';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { buildCommandLine } from './argv';
import type { DefinitionHost } from './host';
import { judgeLeaf, leafRules } from './judge-leaf';
import type { Leaf } from './leaves';
import { exitResult } from './exit-result';
import { OutputWatch } from './output-watch';
import { runProgram } from './run-program';
import { wordsWithFiles } from './value-files';

/** Runs a leaf: judges its paths, then runs its program within its limits. */
export async function runLeaf(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult | Failure> {
  const paths = await host.paths();
  const clientRoots = await context.session?.roots?.();
  const place = judgeLeaf(paths, leaf, args, clientRoots);
  if (!place.ok) return place.failure;
  const built = buildCommandLine(leaf, args);
  if (!built.ok) return refusedArguments(leaf, built.problems);
  const { words, directories, release } = await wordsWithFiles(built.line.words, host.tempDir);
  const watch = new OutputWatch(context, leaf.definition);
  try {
    const timeoutSeconds = timeLimit(
      leaf,
      host,
      args,
      paths.toolRules(leafRules(paths, leaf)).timeoutSeconds,
    );
    const { outcome, cure } = await runProgram(leaf, host, paths, {
      file: built.line.file,
      words,
      directories,
      cwd: place.cwd,
      timeoutSeconds,
      signal: context.signal,
      onOutput: watch.onOutput,
    });
    return exitResult(outcome, {
      command: [built.line.file, ...words],
      cwd: place.cwd,
      timeoutSeconds,
      installInstructions: leaf.installInstructions,
      cure,
    });
  } finally {
    watch.close();
    await release();
  }
}

// The time limit of the operator, the leaf or the server; a call may ask for less, and for more only up to the operator's.
function timeLimit(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  ruled: number | undefined,
): number {
  const asked = args['timeout_seconds'];
  const own = ruled ?? leaf.timeoutSeconds ?? host.defaultTimeoutSeconds;
  return typeof asked === 'number' ? Math.min(asked, ruled ?? 3600) : own;
}

function refusedArguments(leaf: Leaf, problems: readonly Problem[]): Failure {
  return invalidArguments(problems, {
    tool: leaf.toolName,
    instruction:
      'Nothing was run. Correct the arguments listed under validation_errors and call the tool again.',
  });
}
