import type { PassedOver } from '../disk/walk-directory';

const NAMED = 5;

/** Directories that a walk did not enter, for the note at the end of a page. */
export class PassedDirectories {
  private readonly unreadable: string[] = [];
  private readonly tooDeep: string[] = [];

  constructor(private readonly depth: number) {}

  /** Takes note of directories; of those that are too deep only if the caller did not choose the depth. */
  from(isWhole: boolean): PassedOver {
    return (path, why) => {
      if (why === 'unreadable') this.unreadable.push(path);
      else if (isWhole) this.tooDeep.push(path);
    };
  }

  /** What to say of them; empty if there are none. */
  get text(): string {
    return [
      named(this.unreadable, 'directory is not readable', 'directories are not readable'),
      named(
        this.tooDeep,
        `directory is more than ${this.depth} levels deep, and was not entered (depth may be up to 64)`,
        `directories are more than ${this.depth} levels deep, and were not entered (depth may be up to 64)`,
      ),
    ]
      .filter(Boolean)
      .join(' ');
  }
}

/** Counts and names some paths, the first few of them. */
export function named(paths: readonly string[], one: string, several: string): string {
  if (!paths.length) return '';
  const more = paths.length > NAMED ? `, and ${paths.length - NAMED} more` : '';
  const shown = paths.slice(0, NAMED).map(shownPath).join(', ');
  return `${paths.length} ${paths.length === 1 ? one : several}: ${shown}${more}.`;
}

/** A path in a line of its own: a name may hold a line break, which would look like the next line. */
export function shownPath(path: string): string {
  return /[\n\r]/.test(path) ? JSON.stringify(path) : path;
}
