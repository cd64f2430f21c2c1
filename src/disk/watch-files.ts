import { realpathSync, statSync, watch, type BigIntStats, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** How a watch turns the many events of one save into one change. */
export interface WatchOptions {
  /** A change is reported once no event has followed for this long, or after ten times as long at the latest. */
  readonly settleMs: number;
  /** Also checks at this interval, for file systems that report no events. */
  readonly everyMs?: number;
}

/** Options for watching directories. */
export interface DirectoryWatchOptions extends WatchOptions {
  /** The directories; requested again after every change, since they may come and go. */
  readonly directories: () => readonly string[];
  /** Returns whether an event counts; all do by default. */
  readonly counts?: (event: string, name: string | null) => boolean;
  /** Whether to report once without an event, for changes made before the watch began. */
  readonly lookFirst?: boolean;
}

/** Called after a change, never concurrently; `again` requests another check once things have settled. */
export type Changed = () => void | 'again' | Promise<void | 'again'>;

/** Watches directories until the returned function is called; does not keep the process alive. */
export function watchDirectories(options: DirectoryWatchOptions, changed: Changed): () => void {
  const watching = new DirectoryWatch(options, changed);
  return () => watching.close();
}

/**
 * Watches one file, which may be created, deleted or replaced, until the returned function is called.
 * An empty file is reported only if it stays empty, since it is usually about to be filled.
 */
export function watchFile(file: string, options: WatchOptions, changed: () => void): () => void {
  let known = versionOf(statsOf(file));
  let heldSince: number | undefined;
  const look = (): 'again' | void => {
    const stats = statsOf(file);
    const now = versionOf(stats);
    if (now !== known && stats && isBeingWritten(stats, options.settleMs)) {
      heldSince ??= performance.now();
      if (performance.now() - heldSince < LATEST * options.settleMs) return 'again';
    }
    heldSince = undefined;
    if (now === known) return;
    known = now;
    changed();
  };
  // Watches its directory, because editors and deployments replace the file; for a link, the directories of both ends.
  // Names are looked up when directories are, not at every event: a busy directory must not keep the process busy.
  let names: ReadonlySet<string> = new Set();
  const directories = (): string[] => {
    const ends = [file, realPathOf(file)];
    names = new Set(ends.map((end) => basename(end)));
    return ends.map((end) => dirname(end));
  };
  const counts = (_event: string, name: string | null): boolean => name === null || names.has(name);
  return watchDirectories({ ...options, directories, counts }, look);
}

const LATEST = 10;

class DirectoryWatch {
  private readonly watchers = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>();
  private readonly interval: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private firstHeard = 0;
  private lastHeard = 0;
  private turn: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly options: DirectoryWatchOptions,
    private readonly changed: Changed,
  ) {
    const { everyMs, lookFirst } = options;
    // The first look comes after a pause and begins by watching: until then a server that starts has better things to do.
    if (lookFirst) this.wait(options.settleMs);
    else this.attach();
    if (everyMs !== undefined) this.interval = setInterval(() => this.report(), everyMs).unref();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.interval);
    for (const directory of [...this.watchers.keys()]) this.detach(directory);
  }

  // Costs next to nothing while a report is due: a directory may see thousands of events a second.
  private hear(): void {
    if (this.closed) return;
    this.lastHeard = performance.now();
    if (this.timer) return;
    this.firstHeard = this.lastHeard;
    this.wait(this.options.settleMs);
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => this.due(), ms).unref();
  }

  private due(): void {
    const { settleMs } = this.options;
    const settled = Math.min(this.lastHeard + settleMs, this.firstHeard + LATEST * settleMs);
    const left = settled - performance.now();
    if (left > 0) this.wait(Math.ceil(left));
    else this.report();
  }

  private report(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.turn = this.turn.catch(() => undefined).then(() => this.settled());
  }

  // Watches before reporting, so that changes meanwhile are noticed, and after, for directories that were found.
  private async settled(): Promise<void> {
    if (this.closed) return;
    this.attach();
    const wish = await this.changed();
    if (this.closed) return;
    this.attach();
    if (wish === 'again') this.hear();
  }

  private attach(): void {
    const wanted = new Set(this.options.directories());
    for (const directory of [...this.watchers.keys()]) if (!wanted.has(directory)) this.detach(directory);
    for (const directory of wanted) {
      const identity = identityOf(directory);
      if (this.watchers.get(directory)?.identity === identity) continue;
      this.detach(directory);
      const watcher = identity === undefined ? undefined : this.watch(directory);
      if (watcher && identity !== undefined) this.watchers.set(directory, { identity, watcher });
    }
  }

  private watch(directory: string): FSWatcher | undefined {
    try {
      const watcher = watch(directory, { persistent: false }, (event, name) => {
        if (this.options.counts?.(event, name) ?? true) this.hear();
      });
      return watcher.on('error', () => {
        this.detach(directory);
        this.hear();
      });
    } catch {
      return undefined;
    }
  }

  private detach(directory: string): void {
    this.watchers.get(directory)?.watcher.close();
    this.watchers.delete(directory);
  }
}

function identityOf(path: string): string | undefined {
  const stats = statsOf(path);
  return stats && `${stats.dev}:${stats.ino}`;
}

// Most programs empty a file before they fill it, and a check at an interval may come between the two.
function isBeingWritten({ size, mtimeMs }: BigIntStats, settleMs: number): boolean {
  const age = Date.now() - Number(mtimeMs);
  return size === 0n || (age >= 0 && age < settleMs);
}

function versionOf(stats: BigIntStats | undefined): string | undefined {
  return stats && [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':');
}

function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
