import { dirname } from 'node:path';
import { watchDirectories } from '../disk/watch';
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
  private readonly stop: () => void;
  private closed = false;
  private seen: string | undefined;
  private reported: string | undefined;

  constructor(
    private readonly request: MetRequest,
    private readonly onChange: (change: ConfigChange) => void,
  ) {
    this.seen = request.inForce.text;
    this.reported = this.seen;
    // The directory, because deployments exchange what a link in it leads to.
    const directories = (): string[] => [dirname(configPath(this.request).file)];
    // A change between loading and watching is seen by looking once.
    this.stop = watchDirectories({ directories, settleMs: SETTLE, lookFirst: true }, () => this.look());
  }

  close(): void {
    this.closed = true;
    this.stop();
  }

  private async look(): Promise<'again' | void> {
    const text = await this.read();
    if (this.closed) return;
    const settled = text === this.seen;
    this.seen = text;
    if (!settled) return 'again';
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
