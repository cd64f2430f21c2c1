import { join, sep } from 'node:path';
import { Pace } from '../base/paced-work';
import type { Directory, Entry, EntryKind } from './open-directory';
import { IgnoreRules } from './ignore-rules';
import { openDirectory } from './open-file-safely';

/** One entry found by a walk. */
export interface WalkedEntry {
  readonly name: string;
  /** Relative to the start of the walk. */
  readonly path: string;
  readonly kind: EntryKind;
  /** The open directory that contains it; closed when the walk continues. */
  readonly directory: Directory;
}

/** Options of a walk. */
export interface WalkOptions {
  /** The maximum depth; 1 for the entries of the directory itself. */
  readonly depth: number;
  readonly hidden: boolean;
  /** Whether to include what `.gitignore` files exclude. */
  readonly ignored: boolean;
  /** Continues after the entry with this relative path. */
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** Returns whether an entry, given by its real path, may be visited at all; with `tree`, whether all below it may be too. */
  readonly may: (path: string, tree?: boolean) => boolean;
  readonly pace?: Pace;
  /** Is told of every directory that is not entered although it might hold entries. */
  readonly passedOver?: PassedOver;
}

/** Takes note of a directory that a walk passed over, by its relative path. */
export type PassedOver = (path: string, why: 'unreadable' | 'too_deep') => void;

/** So many entries are handed out at once. */
const BATCH = 500;

/**
 * Walks a real directory in a fixed order (parents first, names by code unit), never through links. The entries come in
 * batches, each from one directory, because handing out each alone takes longer than reading it.
 */
export async function* walkDirectory(
  path: string,
  shown: string,
  options: WalkOptions,
): AsyncGenerator<readonly WalkedEntry[]> {
  const walk = { ...options, pace: options.pace ?? new Pace(Infinity, options.signal) };
  const levels: Level[] = [];
  try {
    const cursor = options.after?.split(sep) ?? [];
    levels.push(await Level.of(await openDirectory(path, shown), '', cursor, new IgnoreRules(), walk));
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      walk.signal?.throwIfAborted();
      const { batch, inside } = level.next(levels.length < walk.depth);
      if (batch.length) yield batch;
      if (inside) {
        const inner = await level.enter(inside, walk);
        if (inner) levels.push(inner);
      } else if (level.isDone) await levels.pop()!.directory.close();
      await walk.pace.yieldIfDue();
    }
  } finally {
    for (const { directory } of levels) await directory.close();
  }
}

type Walk = WalkOptions & { readonly pace: Pace };

/** A directory to walk into, and where to continue inside it. */
interface Inside {
  readonly name: string;
  readonly path: string;
  readonly cursor: readonly string[];
}

// One directory of a walk, with how far it has come.
class Level {
  private at = 0;

  private constructor(
    readonly directory: Directory,
    private readonly relative: string,
    private readonly cursor: readonly string[],
    private readonly rules: IgnoreRules | undefined,
    private readonly entries: readonly Entry[],
    private readonly walk: Walk,
  ) {
    const [from] = cursor;
    if (from !== undefined) this.at = firstFrom(entries, from);
  }

  static async of(
    directory: Directory,
    relative: string,
    cursor: readonly string[],
    above: IgnoreRules | undefined,
    walk: Walk,
  ): Promise<Level> {
    try {
      const entries = await directory.entries(walk.pace);
      const hasRules = !walk.ignored && entries.some(({ name }) => name === '.gitignore');
      const rules = walk.ignored ? undefined : await above?.with(directory, relative, hasRules);
      return new Level(directory, relative, cursor, rules, entries, walk);
    } catch (error) {
      await directory.close();
      throw error;
    }
  }

  get isDone(): boolean {
    return this.at >= this.entries.length;
  }

  /** Returns the entries up to the next directory to walk into, which comes with them. */
  next(mayEnter: boolean): { batch: WalkedEntry[]; inside?: Inside } {
    const { directory, relative, walk, rules } = this;
    const batch: WalkedEntry[] = [];
    const isOpen = walk.may(directory.path, true);
    while (!this.isDone && batch.length < BATCH) {
      const { name, kind: listed } = this.entries[this.at++]!;
      if (!walk.hidden && name.startsWith('.')) continue;
      if (!isOpen && !walk.may(join(directory.path, name))) continue;
      // Some file systems do not report the kind of an entry.
      const kind = listed === 'other' ? (directory.kindNow(name) ?? 'other') : listed;
      const path = relative === '' ? name : `${relative}${sep}${name}`;
      if (rules?.ignores(path, kind === 'directory')) continue;
      const [from, ...rest] = this.cursor;
      const met = from === name;
      if (!met) batch.push({ name, path, kind, directory });
      if (kind !== 'directory') continue;
      if (mayEnter) return { batch, inside: { name, path, cursor: met ? rest : [] } };
      if (!met) walk.passedOver?.(path, 'too_deep');
    }
    return { batch };
  }

  /** Opens a directory inside this one; one that cannot be opened or read is passed over. */
  async enter({ name, path, cursor }: Inside, walk: Walk): Promise<Level | undefined> {
    try {
      return await Level.of(await this.directory.subdirectory(name), path, cursor, this.rules, walk);
    } catch (error) {
      walk.signal?.throwIfAborted();
      if (!isGone(error)) walk.passedOver?.(path, 'unreadable');
      return undefined;
    }
  }
}

// It was removed or replaced meanwhile, so there is nothing to read any more.
function isGone(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
}

// The first entry that is not before a name, in a sorted list.
function firstFrom(entries: readonly Entry[], name: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.name < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
