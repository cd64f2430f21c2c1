import type { CallOptions } from '../../calls/call-context';
import type { Logger } from '../../logger';
import type { Progress, Session } from '../../tool-context';

/** One call that the fast lane has under way; its signal is only made when somebody looks at it. */
export class FastCall implements CallOptions {
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
