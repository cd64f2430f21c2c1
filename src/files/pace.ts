import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;

/** Keeps long work from blocking other calls, and tells when its time budget is spent. */
export class Pace {
  private readonly started = performance.now();
  private turn = this.started;

  constructor(
    private readonly budgetMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Yields to other calls when this one has run long enough; throws if the call was cancelled. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.turn < TURN_MS) return;
    await nextTurn();
    this.turn = performance.now();
    this.signal.throwIfAborted();
  }

  /** Whether the time budget of one reply is spent. */
  get spent(): boolean {
    return performance.now() - this.started > this.budgetMs;
  }
}
