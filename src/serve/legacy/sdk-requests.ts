import type { Awaitable } from '../../base/awaitable';
import { serverEnding } from '../../calls/server-ending';

/** The requests that one connection's SDK server is answering, with signals that can be aborted without losing their replies. */
export class SdkRequests {
  private readonly running = new Set<AbortController>();
  private ending = false;

  /** Answers a request with a signal that is aborted when its client cancels it, or when the server ends. */
  async during<T>(cancelled: AbortSignal, answer: (signal: AbortSignal) => Awaitable<T>): Promise<T> {
    const controller = new AbortController();
    const follow = (): void => controller.abort(cancelled.reason);
    cancelled.addEventListener('abort', follow, { once: true });
    if (cancelled.aborted) follow();
    if (this.ending) controller.abort(serverEnding());
    this.running.add(controller);
    try {
      return await answer(controller.signal);
    } finally {
      this.running.delete(controller);
      cancelled.removeEventListener('abort', follow);
    }
  }

  /** Asks all of them to return now, because the server ends. */
  hurry(): void {
    this.ending = true;
    for (const controller of this.running) controller.abort(serverEnding());
  }
}
