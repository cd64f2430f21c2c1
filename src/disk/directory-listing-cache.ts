import type { BigIntStats } from 'node:fs';

/** The maximum number of cached entries, over all directories. */
const MAX_ENTRIES = 200_000;
/** A directory that changed less than this ago could change again within one tick of its clock. */
const SETTLED_MS = 1_000;

/** A cache of directory listings, each valid while the times of its directory stay the same. */
export class Listings<T> {
  private readonly known = new Map<string, { stamp: string; entries: readonly T[] }>();
  private size = 0;

  /** Returns the listing of the directory with these stats: cached, or read and, unless just changed, cached. */
  async of(stats: BigIntStats, read: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const place = `${stats.dev}:${stats.ino}`;
    const stamp = `${stats.mtimeNs}:${stats.ctimeNs}`;
    const known = this.known.get(place);
    if (known?.stamp === stamp) {
      this.known.delete(place);
      this.known.set(place, known);
      return known.entries;
    }
    const settled = Date.now() - Number(stats.ctimeNs / 1_000_000n) > SETTLED_MS;
    const entries = await read();
    this.forget(place);
    if (settled) this.remember(place, stamp, entries);
    return entries;
  }

  private remember(place: string, stamp: string, entries: readonly T[]): void {
    this.forget(place);
    this.known.set(place, { stamp, entries });
    this.size += entries.length;
    for (const oldest of this.known.keys()) {
      if (this.size <= MAX_ENTRIES) return;
      this.forget(oldest);
    }
  }

  private forget(place: string): void {
    this.size -= this.known.get(place)?.entries.length ?? 0;
    this.known.delete(place);
  }
}
