import type { Awaitable } from '../../base/awaitable';

/** Remembers which states were used. Processes that share a key share one, such as a table in a database. */
export interface UsedStates {
  /** Marks a state as used until it expires (milliseconds since the epoch); returns false if it was already. */
  use(id: string, expires: number): Awaitable<boolean>;
}

const MOST = 100_000;

/** Remembers used states in this process. */
export class UsedStatesInMemory implements UsedStates {
  private readonly expiries = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  use(id: string, expires: number): boolean {
    if (this.expiries.has(id)) return false;
    this.forgetExpired();
    // Full only if a client answers questions faster than they expire: then it is refused, never forgotten.
    if (this.expiries.size >= MOST) return false;
    this.expiries.set(id, expires);
    return true;
  }

  // All states are valid for the same time, so the oldest are first.
  private forgetExpired(): void {
    const now = this.now();
    for (const [id, expires] of this.expiries) {
      if (expires > now) return;
      this.expiries.delete(id);
    }
  }
}
