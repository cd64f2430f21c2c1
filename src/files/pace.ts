import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;

/** Keeps long work from holding up other calls, and knows when to stop and offer the rest. */
export class Pace {
  private readonly started = performance.now();
  private turn = this.started;

  constructor(
    private readonly budgetMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Lets others have their turn when this one was long enough; throws when the call was cancelled. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.turn < TURN_MS) return;
    await nextTurn();
    this.turn = performance.now();
    this.signal.throwIfAborted();
  }

  /** Whether the work took as long as one reply may. */
  get spent(): boolean {
    return performance.now() - this.started > this.budgetMs;
  }
}
