import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the paced work of all calls together keeps the thread before others have their turn. */
const TURN_MS = 3;

// How many wait for their next turn: they share one, so that many searches at once keep others waiting no longer than one.
let waiting = 0;

/** Keeps long work from blocking other calls, and tells when its time budget is spent. */
export class Pace {
  private readonly started = performance.now();
  private turn = this.started;

  constructor(
    private readonly budgetMs = Infinity,
    private readonly signal?: AbortSignal,
  ) {}

  /** Whether this work has run long enough, and should wait for its next turn. */
  get isDue(): boolean {
    return performance.now() - this.turn >= TURN_MS / (1 + waiting);
  }

  /** Lets other calls run; throws if this one was cancelled. */
  async nextTurn(): Promise<void> {
    waiting++;
    await nextTurn();
    waiting--;
    this.turn = performance.now();
    this.signal?.throwIfAborted();
  }

  /** Lets other calls run when this one has run long enough. */
  async yieldIfDue(): Promise<void> {
    if (this.isDue) await this.nextTurn();
  }

  /** Whether the time budget of one reply is spent. */
  get spent(): boolean {
    return performance.now() - this.started > this.budgetMs;
  }
}
