import { waitUntil } from '../base/wait-until';

/** What tools still do although their calls have ended, because these were cancelled or took too long. */
export class UnsettledWork {
  private count = 0;

  /** Adds the work of a call that ends before it. */
  add(work: Promise<unknown>): void {
    const settled = (): void => void this.count--;
    this.count++;
    work.then(settled, settled);
  }

  /** Waits until all of it has settled, but no longer than some milliseconds. */
  settled(longestMs: number): Promise<void> {
    return waitUntil(() => this.count === 0, longestMs);
  }
}
