import { LONGEST_TIMEOUT_MS } from './run-options';

/** Why a run is ended early. */
export interface Ended {
  readonly state: 'timed_out' | 'cancelled' | 'failed';
  readonly error: string;
  /** The limit that was exceeded. */
  readonly limit?: string;
}

/** The timer, cancel signal and limits of a run, shared by all its processes. */
export class Deadline {
  private reason: Ended | undefined;
  private readonly listeners = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private readonly onAbort = () => this.finish({ state: 'cancelled', error: 'cancelled by the caller' });

  constructor(
    timeoutMs: number | undefined,
    private readonly signal: AbortSignal | undefined,
  ) {
    if (signal?.aborted) this.onAbort();
    signal?.addEventListener('abort', this.onAbort, { once: true });
    if (timeoutMs && timeoutMs > 0) {
      const error = `timed out after ${timeoutMs / 1000}s`;
      this.timer = setTimeout(
        () => this.finish({ state: 'timed_out', error }),
        Math.min(timeoutMs, LONGEST_TIMEOUT_MS),
      );
    }
  }

  /** Returns why the run was ended, or undefined while it may continue. */
  ended(): Ended | undefined {
    return this.reason;
  }

  /** Calls the listener once when time is up or the caller cancels; returns an unsubscribe function. */
  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Ends the run because it exceeded a limit. */
  exceed(limit: string): void {
    this.finish({ state: 'failed', error: limit, limit });
  }

  /** Stops the timer. */
  clear(): void {
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.onAbort);
    this.listeners.clear();
  }

  private finish(ended: Ended): void {
    if (this.reason) return;
    this.reason = ended;
    for (const listener of this.listeners) listener();
  }
}
