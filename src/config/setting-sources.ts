import { isObject } from '../base/json-value';
import type { Origin } from './config-problem';
import { joinPath, type ConfigFile } from './yaml-file';

/** The origins of all parts of a configuration. */
export class Sources {
  private given: ReadonlySet<string> | undefined;

  constructor(
    private readonly read:
      (Omit<ConfigFile, 'value' | 'problems'> & { file: string; name: string }) | undefined,
    private readonly origins: ReadonlyMap<string, Origin>,
    /** What the file, the environment and the options set together. */
    private readonly values: Readonly<Record<string, unknown>>,
  ) {}

  /** The configuration file's full path; undefined if none was read. */
  get file(): string | undefined {
    return this.read?.file;
  }

  /** Returns the names that somebody set in a section, such as `path` in `http`. */
  namesIn(section: string): string[] {
    const found = this.values[section];
    return isObject(found) ? Object.keys(found) : [];
  }

  /**
   * Returns the origin of a setting: `where("tools.execute_command.denied_commands[1]")` gives line and column. One that
   * nobody set has its default, whatever was set beside it.
   */
  where(path: string): Origin {
    this.given ??= new Set(pathsIn(this.values, ''));
    if (!this.given.has(path)) return { source: 'default' };
    for (let at = path; at !== ''; at = parentOf(at)) {
      const origin = this.origins.get(at);
      if (origin) return origin;
    }
    // A single word (`sandbox: auto`) has no place but that of its section.
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

function pathsIn(value: unknown, path: string): string[] {
  const inner = Array.isArray(value)
    ? value.map((each, index) => [index, each] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  return [path, ...inner.flatMap(([step, each]) => pathsIn(each, joinPath(path, step)))];
}
