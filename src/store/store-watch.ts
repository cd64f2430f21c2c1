import { mkdirSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Logger } from '../logger';

/** Some file systems tell nobody of changes, so we also look now and then. */
const LOOK_EVERY_MS = 2_000;
/** Several events of one save count as one. */
const GATHER_MS = 15;

/** Tells listeners when a file has become another version, however it came about. */
export class ConfigWatch {
  private readonly listeners = new Set<() => void>();
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Timeout | undefined;
  private seen: string | undefined;
  private known = false;

  constructor(
    private readonly file: string,
    private readonly stamp: () => Promise<string | undefined>,
    private readonly log: Logger | undefined,
  ) {}

  /** Adds a listener; the watch lasts as long as there is one. */
  add(listener: () => void): () => void {
    const own = (): void => listener();
    this.listeners.add(own);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(own);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** Looks at the file soon. */
  look(): void {
    if (!this.timer) return;
    this.soon ??= setTimeout(() => {
      this.soon = undefined;
      void this.compare();
    }, GATHER_MS).unref();
  }

  private start(): void {
    void this.compare();
    this.timer = setInterval(() => void this.compare(), LOOK_EVERY_MS).unref();
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      this.watcher = watch(dirname(this.file), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(this.file)) this.look();
      });
      this.watcher.on('error', () => this.watcher?.close());
    } catch (error) {
      this.log?.debug(`Can't watch ${this.file}: ${(error as Error).message}`);
    }
  }

  private stop(): void {
    this.watcher?.close();
    clearInterval(this.timer);
    clearTimeout(this.soon);
    this.watcher = this.timer = this.soon = undefined;
    this.known = false;
  }

  private async compare(): Promise<void> {
    const now = await this.stamp().catch(() => undefined);
    if (this.known && now !== this.seen) for (const listener of [...this.listeners]) listener();
    this.known = true;
    this.seen = now;
  }
}
