import { WireError } from '../wire-error';

/** The code of the error for one stream too many. */
export const TOO_MANY_STREAMS = -32000;

const DEFAULT_MOST = 100;

/** Counts the streams that each caller has open, and refuses one too many. */
export class OpenStreams {
  private readonly counts = new Map<string, number>();

  constructor(private readonly most = DEFAULT_MOST) {}

  /** Counts a stream of a caller; returns a function that counts its end, however often it is called. */
  open(caller: string): () => void {
    const count = this.of(caller);
    if (count >= this.most)
      throw new WireError(
        TOO_MANY_STREAMS,
        `subscriptions/listen: this caller already has ${this.most} streams open; end one first, or ask for more on one stream`,
      );
    this.counts.set(caller, count + 1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const left = this.of(caller) - 1;
      if (left) this.counts.set(caller, left);
      else this.counts.delete(caller);
    };
  }

  private of(caller: string): number {
    return this.counts.get(caller) ?? 0;
  }
}
