import { ChatCompletions, type ChatProvider } from '../../ai/chat-completions';
import { ErrorCode } from '../../errors';
import { LONGEST_TIMEOUT_MS } from '../../process/run-options';
import { Result, type Failure } from '../../result';
import type { ToolContext } from '../../tool-context';
import type { ToolResult } from '../../tool-result';
import { splitCommand } from '../leaf-argv';
import type { DefinitionHost } from '../definition-host';
import { judgeLeaf } from '../judge-leaf';
import { leafLimit, outerLimits } from '../leaf-limit';
import type { Leaf } from '../leaves';
import { runDefinition, type ProgramStart } from '../run-definition';
import { findKey, variableIn } from './livelog-api-key';
import { Findings } from './livelog-findings';
import { livelogResult } from './livelog-result';
import { LogFollower } from './log-follower';
import { LivelogReporter } from './livelog-reporter';
import { settledLivelog, type SettledLivelog } from './settled-livelog';
import { emptyAnswerText, chatFailureText } from './chat-failure-text';

// The source's output goes to the model; only its end is kept, to show why it failed.
const KEPT_OUTPUT = 8 * 1024;

/** Follows a log until its source ends or the call is cancelled, and has a model judge its lines. */
export async function runLivelog(
  leaf: Leaf,
  host: DefinitionHost,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult | Failure> {
  const paths = await host.paths();
  const clientRoots = await context.session?.roots?.();
  const place = judgeLeaf(paths, leaf, args, clientRoots);
  if (!place.ok) return place.failure;
  const livelog = settledLivelog(leaf.definition.livelog!);
  const found = findKey(livelog.llm_provider.api_key, host.env);
  if (!found.ok) return keyFailure(leaf, found.error);
  const chat = new ChatCompletions(providerOf(livelog, found.key));
  const findings = new Findings();
  const reporter = new LivelogReporter(context, findings);
  const follower = new LogFollower(findings, {
    livelog,
    signal: context.signal,
    ask: (question) => chat.ask(question, context.signal),
    trouble: (failure) =>
      failure ? chatFailureText(failure, livelog, found.key !== undefined) : emptyAnswerText(livelog),
    reporter,
  });
  const [file = '', ...fixed] = splitCommand(livelog.source_command);
  const words = [...fixed, ...livelog.source_args];
  const limit = leafLimit(leaf, outerLimits(paths, leaf, 0));
  const program: ProgramStart = {
    file,
    words,
    cwd: place.cwd,
    clientRoots,
    timeoutSeconds: limit.seconds,
    outputLimitBytes: KEPT_OUTPUT,
    withheld: variableIn(livelog.llm_provider.api_key ?? ''),
    signal: context.signal,
    onOutput: follower.onOutput,
  };
  try {
    const [{ outcome, cure }] = await Promise.all([
      runDefinition(leaf, host, paths, program).finally(() => follower.end()),
      follower.run(),
    ]);
    return livelogResult(outcome, findings, {
      command: [file, ...words],
      cwd: place.cwd,
      limit,
      installInstructions: leaf.installInstructions,
      cure,
      key: found.key,
    });
  } finally {
    reporter.close();
    await chat.close();
  }
}

function providerOf(livelog: SettledLivelog, apiKey: string | undefined): ChatProvider {
  const { base_url: baseUrl, model } = livelog.llm_provider;
  const timeoutMs = Math.min(livelog.llm_timeout_seconds * 1000, LONGEST_TIMEOUT_MS);
  return { baseUrl, model, timeoutMs, ...(apiKey !== undefined && { apiKey }) };
}

function keyFailure(leaf: Leaf, error: string): Failure {
  return Result.failure(`${leaf.toolName} cannot use its model: ${error}`, 'configuration_error', {
    instruction: 'Nothing was run. Tell the user what to set; calling again before that will not help.',
    errorData: { code: ErrorCode.Execution },
  });
}
