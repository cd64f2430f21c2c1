import type { ProcessCommand, RunOptions } from './run-options';
import type { ProcessExit } from './process-exit';
import { inTurn, startAndAwait } from './run-pipeline';

/** One pipeline of a list, and the condition on the previous outcome. */
export interface ScriptStep {
  readonly when: 'always' | 'success' | 'failure';
  readonly commands: readonly ProcessCommand[];
  /** Inverts success and failure, like `!`. */
  readonly negated?: boolean;
  /** Called when earlier steps have run: what to start now, or why it may not be started any more. */
  readonly again?: () => { readonly commands: readonly ProcessCommand[] } | { readonly refused: string };
}

/** Runs a list of pipelines (`;`, `&&`, `||`) with one time limit and one output. Never rejects. */
export function runScript(steps: readonly ScriptStep[], how: RunOptions): Promise<ProcessExit> {
  return inTurn(how, async ({ options, deadline, collected }) => {
    let outcome = collected.outcome('completed', { exitCode: 0, signal: null });
    let ran = false;
    for (const step of steps) {
      const succeeded = outcome.state === 'completed';
      if (step.when === 'success' ? !succeeded : step.when === 'failure' && succeeded) continue;
      const now = (ran && step.again?.()) || step;
      if ('refused' in now)
        return collected.outcome('spawn_error', { exitCode: null, signal: null, error: now.refused });
      const ended = await startAndAwait(now.commands, options, deadline, collected);
      ran = true;
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
