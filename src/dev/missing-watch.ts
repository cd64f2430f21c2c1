import type { MissingFiles } from './missing-files';

// How often to look for a file that is missing.
const LOOK_MS = 300;

/**
 * Looks for files that a program lacks. One that is deleted and soon written again, as by `git checkout`, may stay missing for the
 * compiler's watch for ever: once for each time that one is missing, the watch is begun anew when the file can be found.
 */
export class MissingWatch {
  private readonly begunFor = new Set<string>();
  private open: [name: string, isThere: () => boolean][] = [];
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly beginAnew: () => void) {}

  /** Looks for these from now on, and for no others. */
  take(missing: MissingFiles): void {
    clearInterval(this.looking);
    for (const name of this.begunFor) if (!missing.has(name)) this.begunFor.delete(name);
    this.open = [...missing].filter(([name]) => !this.begunFor.has(name));
    if (this.open.length) this.looking = setInterval(() => this.look(), LOOK_MS);
  }

  /** Looks now; returns whether the watch was begun anew. */
  look(): boolean {
    const found = this.open.filter(([, isThere]) => isThere());
    if (!found.length) return false;
    clearInterval(this.looking);
    for (const [name] of found) this.begunFor.add(name);
    this.beginAnew();
    return true;
  }
}
