import type { CallOptions } from '../../calls/call-context';
import type { Logger } from '../../logger';
import type { Progress, Session } from '../../tool-context';

/** A call that the fast lane is waiting for, with its context; its signal is created on first use. */
export class PendingCall implements CallOptions {
  readonly door = 'client';
  /** A cancelled call is not answered. */
  cancelled = false;
  private controller: AbortController | undefined;
  private reason: unknown;

  constructor(
    readonly session: Session,
    readonly log: Logger,
    readonly progress: ((update: Progress) => void) | undefined,
  ) {}

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.cancelled) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  cancel(reason?: unknown): void {
    this.cancelled = true;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
