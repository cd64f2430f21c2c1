import type { ProcessCommand, RunOptions } from './run-options';
import type { ProcessExit } from './process-exit';
import { inTurn, startAndAwait } from './run-pipeline';

/** One pipeline of a list, and the condition on the previous outcome. */
export interface ScriptStep {
  readonly when: 'always' | 'success' | 'failure';
  readonly commands: readonly ProcessCommand[];
  /** Inverts success and failure, like `!`. */
  readonly negated?: boolean;
}

/** Runs a list of pipelines (`;`, `&&`, `||`) with one time limit and one output. Never rejects. */
export function runScript(steps: readonly ScriptStep[], how: RunOptions): Promise<ProcessExit> {
  return inTurn(how, async ({ options, deadline, collected }) => {
    let outcome = collected.outcome('completed', { exitCode: 0, signal: null });
    for (const step of steps) {
      const succeeded = outcome.state === 'completed';
      if (step.when === 'success' ? !succeeded : step.when === 'failure' && succeeded) continue;
      const ended = await startAndAwait(step.commands, options, deadline, collected);
      if (ended.state === 'spawn_error' || deadline.ended()) return ended;
      outcome = step.negated ? negate(ended) : ended;
    }
    return outcome;
  });
}

function negate(outcome: ProcessExit): ProcessExit {
  return outcome.state === 'completed'
    ? { ...outcome, state: 'failed', exitCode: 1 }
    : { ...outcome, state: 'completed', exitCode: 0 };
}
