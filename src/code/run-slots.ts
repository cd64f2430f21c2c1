/** Limits concurrency; waiting work runs in order of arrival. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Runs work when a slot is free; an aborted signal leaves the queue. */
  async within<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.taken < this.most) {
      this.taken++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal?.reason as Error);
      };
      this.waiting.push(go);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  // A freed slot goes directly to the next in line, so none is overtaken.
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken--;
  }
}
