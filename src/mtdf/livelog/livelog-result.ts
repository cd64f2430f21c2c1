import { withoutKey } from '../../ai/chat-completions';
import { ErrorCode } from '../../errors';
import type { ProcessExit } from '../../process/process-exit';
import { ToolResult } from '../../tool-result';
import { verdictOf, withCure, type RunFacts } from '../leaf-exit-result';
import type { Findings } from './livelog-findings';

/** Facts about a followed log, besides its findings. */
export interface LivelogFacts extends RunFacts {
  /** The model's API key, which must not appear in the result. */
  readonly key: string | undefined;
}

const LONGEST_OUTPUT = 2_000;

/** Makes the result of a followed log: findings, how the source ended, and its last output if it failed. */
export function livelogResult(outcome: ProcessExit, findings: Findings, facts: LivelogFacts): ToolResult {
  const open = (text: string): string => withoutKey(text, facts.key);
  const verdict = withCure(verdictOf(outcome, facts), facts);
  const isError = verdict !== undefined;
  const lastOutput = isError ? open(endOfOutput(outcome)).slice(-LONGEST_OUTPUT) : '';
  const text = [
    findings.text(),
    verdict === undefined ? 'The source ended on its own.' : `The source: ${open(verdict)}.`,
    ...(lastOutput ? [`Its last output:\n${lastOutput}`] : []),
  ].join('\n');
  const code = outcome.state === 'timed_out' ? ErrorCode.Timeout : ErrorCode.Execution;
  return new ToolResult([{ type: 'text', text }], isError, {
    state: outcome.state,
    exit_code: outcome.exitCode,
    ...(outcome.signal && { signal: outcome.signal }),
    duration_ms: Math.round(outcome.durationMs),
    command: facts.command.map(open),
    working_directory: facts.cwd,
    ...findings.data(),
    ...(lastOutput && { last_output: lastOutput }),
    ...(isError && { error: open(verdict), error_data: { code } }),
  });
}

function endOfOutput({ stdout, stderr }: ProcessExit): string {
  return stderr.trim() || stdout.trim();
}
