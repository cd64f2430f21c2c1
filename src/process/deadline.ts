import { LONGEST_TIMEOUT_MS } from './run-options';

/** Why a run has to end before its processes do. */
export interface Ended {
  readonly state: 'timed_out' | 'cancelled';
  readonly error: string;
}

/** The one clock and the one cancel signal of a run, however many processes it has. */
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

  /** Why the run has to end, once it has to. */
  ended(): Ended | undefined {
    return this.reason;
  }

  /** Calls back once when time is up or the caller cancels; gives the way to stop listening. */
  onEnd(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Stops the clock. */
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
