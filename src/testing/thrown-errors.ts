import { exceptionMessage } from '../base/exception';
import { authorFrames } from '../base/author-frames';
import type { CallObservers } from '../calls/call-observers';
import type { CallReport } from '../calls/call-report';

// Enough for what is under way together.
const MOST_KEPT = 100;

/** Keeps what tools threw, for the test that called them: the answer itself says no more than a client may learn. */
export class ThrownErrors {
  private readonly kept: { readonly message: string; readonly frames: readonly string[] }[] = [];

  constructor(observers: CallObservers) {
    observers.add({ begin: () => undefined, end: (report) => this.keep(report) });
  }

  /** Returns where the exception with this message was thrown, once. */
  take(message: string): readonly string[] {
    const index = this.kept.findIndex((each) => each.message === message);
    return index < 0 ? [] : this.kept.splice(index, 1)[0]!.frames;
  }

  private keep({ outcome }: CallReport): void {
    const { exception } = (outcome?.result ?? {}) as { exception?: unknown };
    const frames = authorFrames(exception);
    if (!frames.length) return;
    this.kept.push({ message: exceptionMessage(exception), frames });
    if (this.kept.length > MOST_KEPT) this.kept.shift();
  }
}
