import { dirname } from 'node:path';
import { watchDirectories } from '../disk/watch-files';
import { stateDirectory } from '../trust/state-directory';
import type { TrustVerdict } from '../trust/trust-store';
import { configFromText, configText, type LoadedConfig } from './load-config';
import { ConfigError, type ConfigProblem } from './config-problem';
import { notTrusted, verdictOn } from './found-file';
import { configPath, type MetRequest } from './config-request';

/** The outcome of a changed file: a new configuration if it has no problems, else the valid part of it. */
export interface ConfigChange {
  readonly problems: readonly ConfigProblem[];
  /** Undefined if the file cannot be read at all. */
  readonly loaded?: LoadedConfig;
}

// An editor may empty a file before filling it: a text counts once it has stayed the same for this long.
const SETTLE = 100;
// Without any text, every rule is gone; that counts only after as many looks.
const LOOKS_AT_EMPTY = 10;

/** Watches the configuration file and reports every settled change; a deleted file is a problem too. */
export function watchConfig(
  request: MetRequest,
  onChange: (change: ConfigChange) => void,
): { close(): void } {
  return new ConfigWatch(request, onChange);
}

interface Seen {
  readonly text: string | undefined;
  readonly verdict: TrustVerdict;
  /** Why there is no text; by the time it is reported the file may be readable again. */
  readonly problems?: readonly ConfigProblem[];
}

class ConfigWatch {
  private readonly stop: () => void;
  private closed = false;
  // How many looks in a row have found what was seen last.
  private looks = 1;
  private seen: Seen;
  private reported: Seen;

  constructor(
    private readonly request: MetRequest,
    private readonly onChange: (change: ConfigChange) => void,
  ) {
    const { text, leftOut } = request.inForce;
    this.seen = leftOut === undefined ? { text, verdict: 'trusted' } : { text: leftOut, verdict: 'new' };
    this.reported = this.seen;
    const { file, required } = configPath(request);
    // Watches the directory, because deployments replace the target of a link in it.
    const directories = [dirname(file), ...(required ? [] : [stateDirectory(request.env)])];
    // The first check detects a change between loading and watching.
    this.stop = watchDirectories({ directories: () => directories, settleMs: SETTLE, lookFirst: true }, () =>
      this.look(),
    );
  }

  close(): void {
    this.closed = true;
    this.stop();
  }

  private async look(): Promise<'again' | void> {
    const now = await this.read();
    if (this.closed) return;
    this.looks = isSame(now, this.seen) ? this.looks + 1 : 1;
    this.seen = now;
    if (isSame(now, this.reported)) return;
    if (this.looks < (now.text?.trim() === '' ? LOOKS_AT_EMPTY : 2)) return 'again';
    this.reported = now;
    const change = await this.judge(now);
    if (!this.closed) this.onChange(change);
  }

  private async judge({ text, verdict, problems }: Seen): Promise<ConfigChange> {
    if (problems) return { problems };
    if (verdict !== 'trusted') return { problems: [notTrusted(this.request, verdict)] };
    return configFromText(this.request, text);
  }

  // A file that was there and is gone is a problem, even if none is required: its rules must not be silently gone.
  private async read(): Promise<Seen> {
    try {
      const text = await configText({ ...this.request, path: configPath(this.request).name });
      return { text, verdict: text === undefined ? 'trusted' : await verdictOn(this.request, text) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { text: undefined, verdict: 'trusted', problems: error.problems };
    }
  }
}

function isSame(a: Seen, b: Seen): boolean {
  return a.text === b.text && a.verdict === b.verdict;
}
