import { dirname } from 'node:path';
import { watchDirectories } from '../disk/watch';
import { configFromText, configText, type LoadedConfig } from './load-config';
import { ConfigError, type ConfigProblem } from './config-problem';
import { configPath, type MetRequest } from './request';

/** The outcome of a changed file: a new configuration if it has no problems, else the valid part of it. */
export interface ConfigChange {
  readonly problems: readonly ConfigProblem[];
  /** Undefined if the file cannot be read at all. */
  readonly loaded?: LoadedConfig;
}

// An editor may empty a file before filling it: a text counts once it has stayed the same for this long.
const SETTLE = 100;

/** Watches the configuration file and reports every settled change; a deleted file is a problem too. */
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
    // Watches the directory, because deployments replace the target of a link in it.
    const directories = (): string[] => [dirname(configPath(this.request).file)];
    // The first check detects a change between loading and watching.
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
      if (text === undefined) await configText({ ...this.request, path: configPath(this.request).name });
      return await configFromText(this.request, text);
    } catch (error) {
      if (error instanceof ConfigError) return { problems: error.problems };
      throw error;
    }
  }

  private async read(): Promise<string | undefined> {
    return configText(this.request).catch(() => undefined);
  }
}
