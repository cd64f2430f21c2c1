const MOST_KEYS = 10_000;
// What is left after forgetting: room for many new keys, so that not each of them makes us look through all.
const KEPT_KEYS = 9_000;
const MINUTE_MS = 60_000;
// What rounding may add to what was used.
const ROUNDING = 1e-6;

/** What a key has used of its allowance, at a moment. */
interface Used {
  count: number;
  at: number;
  /** When all of it is there again. */
  whole: number;
}

/**
 * Limits how often something may happen for each key: each has the allowance of a minute, all of which may be used at
 * once, and which comes back evenly.
 */
export class RateLimit {
  private readonly used = new Map<string, Used>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts one; returns undefined if it is allowed, else the seconds to wait. `perMinute` of 0 is no limit. */
  take(key: string, perMinute: number): number | undefined {
    if (perMinute <= 0) return undefined;
    const now = this.now();
    const before = this.used.get(key);
    const left = before ? leftOf(before, now, perMinute) : 0;
    const tooMuch = left + 1 - perMinute;
    if (tooMuch > ROUNDING) return Math.max(1, Math.ceil((tooMuch * 60) / perMinute - ROUNDING));
    if (this.used.size >= MOST_KEYS && !before) this.forget(now);
    const count = left + 1;
    this.used.set(key, { count, at: now, whole: now + (count * MINUTE_MS) / perMinute });
    return undefined;
  }

  // Those with their whole allowance need not be remembered; of the others the oldest go.
  private forget(now: number): void {
    for (const [key, { whole }] of this.used) if (whole <= now) this.used.delete(key);
    for (const key of this.used.keys()) {
      if (this.used.size <= KEPT_KEYS) return;
      this.used.delete(key);
    }
  }
}

// A key's allowance may differ from one time to the next; nobody waits longer than a minute.
function leftOf({ count, at }: Used, now: number, perMinute: number): number {
  const back = (Math.max(0, now - at) * perMinute) / MINUTE_MS;
  return Math.max(0, Math.min(count, perMinute) - back);
}
