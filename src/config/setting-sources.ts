import type { Origin } from './config-problem';
import type { ConfigFile } from './yaml-file';

/** The origins of all parts of a configuration. */
export class Sources {
  constructor(
    private readonly read:
      (Omit<ConfigFile, 'value' | 'problems'> & { file: string; name: string }) | undefined,
    private readonly origins: ReadonlyMap<string, Origin>,
  ) {}

  /** The configuration file's full path; undefined if none was read. */
  get file(): string | undefined {
    return this.read?.file;
  }

  /** Returns the origin of a setting: `where("tools.execute_command.denied_commands[1]")` gives line and column. */
  where(path: string): Origin {
    for (let at = path; at !== ''; at = parentOf(at)) {
      const origin = this.origins.get(at);
      if (origin) return origin;
    }
    for (let at = path; this.read && at !== ''; at = parentOf(at)) {
      const position = this.read.values.get(at);
      if (position) return { source: 'file', file: this.read.name, ...position };
    }
    return { source: 'default' };
  }
}

/** Returns the parent of a path; empty for a top-level one. */
export function parentOf(path: string): string {
  const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
  return cut < 0 ? '' : path.slice(0, cut);
}
