import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { configFromText, textOf, type LoadedConfig } from './load-config';
import { ConfigError, type ConfigProblem } from './config-problem';
import { configPath, type MetRequest } from './request';

/** What became of a changed file: a new configuration where there are no problems, else what of it would hold. */
export interface ConfigChange {
  readonly problems: readonly ConfigProblem[];
  /** Undefined where the file can't be read at all. */
  readonly loaded?: LoadedConfig;
}

// An editor may empty a file before it fills it: a text counts once it has stayed the same for this long.
const SETTLE = 100;

/** Watches the configuration file and tells of every change that settled; a file that vanished is a problem too. */
export function watchConfig(
  request: MetRequest,
  onChange: (change: ConfigChange) => void,
): { close(): void } {
  return new ConfigWatch(request, onChange);
}

class ConfigWatch {
  private readonly watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private seen: string | undefined;
  private reported: string | undefined;
  private turn = Promise.resolve();

  constructor(
    private readonly request: MetRequest,
    private readonly onChange: (change: ConfigChange) => void,
  ) {
    this.watcher = this.watchDirectory();
    this.seen = request.inForce.text;
    this.reported = this.seen;
    // A change between loading and watching is seen by looking once.
    this.lookSoon();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.watcher?.close();
  }

  // The directory, because editors and deployments put a new file in the old one's place.
  private watchDirectory(): FSWatcher | undefined {
    try {
      const watcher = watch(dirname(configPath(this.request).file), { persistent: false }, () =>
        this.lookSoon(),
      );
      watcher.on('error', () => watcher.close());
      return watcher;
    } catch {
      return undefined;
    }
  }

  private lookSoon(): void {
    if (this.closed || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.turn = this.turn.then(() => this.look());
    }, SETTLE);
    this.timer.unref();
  }

  private async look(): Promise<void> {
    const text = await this.read();
    if (this.closed) return;
    const settled = text === this.seen;
    this.seen = text;
    if (!settled) return this.lookSoon();
    if (text === this.reported) return;
    this.reported = text;
    const change = await this.judge(text);
    if (!this.closed) this.onChange(change);
  }

  private async judge(text: string | undefined): Promise<ConfigChange> {
    try {
      if (text === undefined) await textOf({ ...this.request, path: configPath(this.request).name });
      return await configFromText(this.request, text);
    } catch (error) {
      if (error instanceof ConfigError) return { problems: error.problems };
      throw error;
    }
  }

  private async read(): Promise<string | undefined> {
    return textOf(this.request).catch(() => undefined);
  }
}
