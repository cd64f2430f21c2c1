/** Lets so many through at once; the others wait in the order they came. */
export class Slots {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Runs the work when there is room; an aborted signal gives its place up. */
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

  // A freed place goes straight to the next in line, so nobody overtakes.
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken--;
  }
}
