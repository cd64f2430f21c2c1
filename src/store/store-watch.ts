import { dirname } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { watchFile } from '../disk/watch-files';

/** Some file systems report no events, so the file is also checked now and then. */
const EVERY_MS = 2_000;
const SETTLE_MS = 15;

/** Calls listeners when a file has become another version, whoever changed it. */
export class StoreWatch {
  private readonly listeners = new Set<() => void>();
  private stop: (() => void) | undefined;

  constructor(private readonly file: string) {}

  /** Adds a listener and returns a function that removes it; the watch lasts as long as there is one. */
  add(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    this.stop ??= this.start();
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size > 0) return;
      this.stop?.();
      this.stop = undefined;
    };
  }

  private start(): () => void {
    try {
      makeDirectory(dirname(this.file));
    } catch {
      // Where it can't be made, the file is looked for now and then.
    }
    return watchFile(this.file, { settleMs: SETTLE_MS, everyMs: EVERY_MS }, () => {
      for (const listener of [...this.listeners]) listener();
    });
  }
}
