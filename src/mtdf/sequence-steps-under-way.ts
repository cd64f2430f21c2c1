import type { CallOutcome } from '../outcome';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';
import { stepOutput, type StepReport } from './sequence-result';

/**
 * Ends the running step of a sequence when its call is cancelled or its time is over. On cancellation the step is ended
 * first, so that what it printed is part of what the sequence hands over.
 */
export class StepsUnderWay {
  private readonly controller = new AbortController();
  private running: Omit<StepReport, 'state' | 'output'> | undefined;
  /** What the running step had printed when it was ended. */
  printed = '';

  constructor(
    private readonly context: Pick<ToolContext, 'signal' | 'soFar'>,
    private readonly expired: AbortSignal,
    private readonly report: (running: readonly StepReport[]) => ToolResult,
  ) {
    context.signal.addEventListener('abort', this.cancelled, { once: true });
    expired.addEventListener('abort', this.late, { once: true });
    if (context.signal.aborted) this.controller.abort(context.signal.reason);
  }

  /** Aborted when the step has to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Notes which step runs. */
  begin(step: Omit<StepReport, 'state' | 'output'>): void {
    this.running = step;
    this.printed = '';
  }

  /** Takes what the running step has so far. */
  readonly hear = (result: CallOutcome['result']): void => {
    this.printed = stepOutput({ result, isError: false, repairs: [] });
  };

  /** Ends with the sequence. */
  close(): void {
    this.context.signal.removeEventListener('abort', this.cancelled);
    this.expired.removeEventListener('abort', this.late);
  }

  private readonly late = (): void => this.controller.abort(this.expired.reason);

  private readonly cancelled = (): void => {
    this.controller.abort(this.context.signal.reason);
    const { running, printed: output } = this;
    this.context.soFar(this.report(running ? [{ ...running, state: 'failed', output }] : []));
  };
}
