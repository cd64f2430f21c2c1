import { traceparentOf } from '../calls/call-context';
import { invalidArguments } from '../invalid-arguments';
import type { Failure } from '../result';
import type { Problem } from '../json/problem';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { buildCommandLine } from './leaf-argv';
import type { DefinitionHost } from './definition-host';
import { judgeLeaf } from './judge-leaf';
import { leafLimit, outerLimits } from './leaf-limit';
import type { Leaf } from './leaves';
import { exitResult } from './leaf-exit-result';
import { OutputWatch } from './leaf-output-watch';
import { PrintedSoFar } from './leaf-printed-so-far';
import { runDefinition } from './run-definition';
import { wordsWithFiles } from './leaf-value-files';

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
  const printed = new PrintedSoFar(context, { command: [built.line.file, ...words], cwd: place.cwd });
  try {
    const asked = args['timeout_seconds'];
    const limit = leafLimit(leaf, outerLimits(paths, leaf, host.defaultTimeoutSeconds), asked);
    const { outcome, cure } = await runDefinition(leaf, host, paths, {
      file: built.line.file,
      words,
      directories,
      cwd: place.cwd,
      clientRoots,
      timeoutSeconds: limit.seconds,
      signal: context.signal,
      ...traceparentOf(context),
      onOutput: (chunk, stream) => {
        printed.add(chunk, stream);
        watch.onOutput(chunk, stream);
      },
    });
    return exitResult(outcome, {
      command: [built.line.file, ...words],
      cwd: place.cwd,
      limit,
      ...(asked !== undefined && { note: limit.shortened }),
      installInstructions: leaf.installInstructions,
      cure,
    });
  } finally {
    watch.close();
    printed.close();
    await release();
  }
}

function refusedArguments(leaf: Leaf, problems: readonly Problem[]): Failure {
  return invalidArguments(problems, {
    tool: leaf.toolName,
    instruction:
      'Nothing was run. Correct the arguments listed under validation_errors and call the tool again.',
  });
}
