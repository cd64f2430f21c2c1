const MOST_KEYS = 10_000;
// What is left after forgetting: room for many new keys, so that not each of them makes us look through all.
const KEPT_KEYS = 9_000;

/** Limits how often something may happen for each key, with bursts of a sixth of a minute's allowance. */
export class RateLimit {
  /** When the allowance of a key would be used up evenly. */
  private readonly due = new Map<string, number>();

  constructor(private readonly now: () => number = Date.now) {}

  /** Counts one; returns undefined if it is allowed, else the seconds to wait. `perMinute` of 0 is no limit. */
  take(key: string, perMinute: number): number | undefined {
    if (perMinute <= 0) return undefined;
    const now = this.now();
    const step = 60_000 / perMinute;
    const burst = Math.max(step, 10_000);
    const due = Math.max(this.due.get(key) ?? 0, now) + step;
    if (due - now > burst) return Math.max(1, Math.ceil((due - now - burst) / 1000));
    if (this.due.size >= MOST_KEYS && !this.due.has(key)) this.forget(now);
    this.due.set(key, due);
    return undefined;
  }

  // Those with their whole allowance need not be remembered; of the others the oldest go.
  private forget(now: number): void {
    for (const [key, due] of this.due) if (due <= now) this.due.delete(key);
    for (const key of this.due.keys()) {
      if (this.due.size <= KEPT_KEYS) return;
      this.due.delete(key);
    }
  }
}
