import type { CallOrigin } from '../calls/call-report';
import type { AskingLane } from '../calls/keys/call-records';
import type { OnceValues } from '../calls/once-values';
import { serverEnding } from '../calls/server-ending';
import type { Logger } from '../logger';
import type { Progress, Session } from '../tool-context';
import type { MethodRequest } from './method';

/** A request that is being answered; its signal is created on first use. */
export class RunningRequest implements MethodRequest {
  readonly door = 'client';
  /** A cancelled request is not answered. */
  cancelled = false;
  answered = false;
  /** Whether the sender follows tasks; undefined in the legacy era, where a call says so itself. */
  task?: boolean;
  /** The client's position in a trace, where somebody observes calls. */
  trace?: CallOrigin | undefined;
  idempotencyKey?: string | undefined;
  asking?: AskingLane;
  private controller: AbortController | undefined;
  private stopped = false;
  private reason: unknown;

  constructor(
    readonly session: Session,
    readonly log: Logger,
    readonly progress: ((update: Progress) => void) | undefined,
    public once?: OnceValues,
  ) {}

  /** Whether nothing more may be sent that belongs to it. */
  get over(): boolean {
    return this.cancelled || this.answered;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.stopped) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  cancel(reason?: unknown): void {
    this.cancelled = true;
    this.stop(reason);
  }

  /** Asks what runs for it to return now, because the server ends; it is still answered. */
  hurry(): void {
    this.stop(serverEnding());
  }

  private stop(reason: unknown): void {
    this.stopped = true;
    this.reason = reason;
    this.controller?.abort(reason);
  }
}
