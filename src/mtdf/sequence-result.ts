import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import { outcomeError, renderOutcome } from '../calls/render';
import { ToolResult } from '../tool-result';

/** The outcome of one step. */
export interface StepReport {
  step: number;
  tool: string;
  description: string;
  state: 'completed' | 'failed' | 'skipped';
  output: string;
}

/** Returns what a step printed or answered. */
export function stepOutput(outcome: CallOutcome): string {
  if (outcome.isError && !(outcome.result instanceof ToolResult)) return outcomeError(outcome);
  const blocks = renderOutcome(outcome).content;
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

const MARKS = { completed: '✓', failed: '✗', skipped: '–' } as const;

function textOf(reports: readonly StepReport[], total: number, verdict: string): string {
  const parts = reports.map(({ step, state, description, output }) => {
    return `${MARKS[state]} --- Step ${step}/${total}: ${description} ---\n${output.trimEnd()}`;
  });
  return [...parts, verdict].join('\n');
}

/** Makes the result of a sequence whose steps all succeeded. */
export function completedSteps(reports: readonly StepReport[], total: number): ToolResult {
  const verdict = `All ${total} sequence steps completed successfully`;
  const value = { state: 'completed', message: verdict, steps: reports };
  return new ToolResult([{ type: 'text', text: textOf(reports, total, verdict) }], false, value);
}

/** Makes the result of a sequence that stopped at its last report. */
export function failedSteps(reports: readonly StepReport[], total: number, timedOut: boolean): ToolResult {
  const failed = reports[reports.length - 1]!;
  const verdict = `Sequence failed at step ${failed.step} of ${total} (${failed.tool})`;
  const error_data = { code: timedOut ? ErrorCode.Timeout : ErrorCode.Execution, failed_step: failed.step };
  const value = { state: timedOut ? 'timed_out' : 'failed', error: verdict, error_data, steps: reports };
  return new ToolResult([{ type: 'text', text: textOf(reports, total, verdict) }], true, value);
}

/** Makes what a sequence has to show when it is cancelled: the steps that ended, and what the running one printed. */
export function unfinishedSteps(reports: readonly StepReport[], total: number): ToolResult {
  const ended = reports.filter(({ state }) => state !== 'failed').length;
  const verdict = `Sequence cancelled after ${ended} of ${total} steps`;
  const value = { state: 'cancelled', message: verdict, steps: reports };
  return new ToolResult([{ type: 'text', text: textOf(reports, total, verdict) }], false, value);
}
