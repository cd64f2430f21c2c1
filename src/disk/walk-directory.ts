import type { Dirent } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { kindOf as plainKind, type Directory, type EntryKind } from './directory';
import { IgnoreRules } from './ignore-rules';
import { openDirectory } from './open-safely';

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
  /** Returns whether an entry, given by its real path, may be visited at all. */
  readonly may: (path: string) => boolean;
}

/** Walks a real directory in a fixed order (parents first, names by code unit), never through links. */
export async function* walkDirectory(
  path: string,
  shown: string,
  options: WalkOptions,
): AsyncGenerator<WalkedEntry> {
  const directory = await openDirectory(path, shown);
  const after = options.after?.split(sep) ?? [];
  yield* walkOpened(directory, {
    ...options,
    relative: '',
    level: 1,
    cursor: after,
    rules: new IgnoreRules(),
  });
}

interface Step extends WalkOptions {
  readonly relative: string;
  readonly level: number;
  /** The rest of the position to continue after, below this directory. */
  readonly cursor: readonly string[];
  readonly rules: IgnoreRules;
}

async function* walkOpened(directory: Directory, step: Step): AsyncGenerator<WalkedEntry> {
  try {
    const { entries, hasRules } = await entriesOf(directory, step);
    const rules = step.ignored ? step.rules : await step.rules.with(directory, step.relative, hasRules);
    const [from, ...rest] = step.cursor;
    for (const name of [...entries.keys()].sort(byCodeUnit)) {
      if (from !== undefined && name < from) continue;
      step.signal?.throwIfAborted();
      const kind = await kindOf(entries.get(name)!, directory);
      const path = step.relative === '' ? name : `${step.relative}${sep}${name}`;
      if (!step.may(join(directory.path, name))) continue;
      if (!step.ignored && rules.ignores(path, kind === 'directory')) continue;
      const met = from === name;
      if (!met) yield { name, path, kind, directory };
      if (kind !== 'directory' || step.level >= step.depth) continue;
      const inner = await directory.subdirectory(name).catch(() => undefined);
      if (inner)
        yield* walkOpened(inner, {
          ...step,
          relative: path,
          level: step.level + 1,
          cursor: met ? rest : [],
          rules,
        });
    }
  } finally {
    await directory.close();
  }
}

async function entriesOf(
  directory: Directory,
  step: Step,
): Promise<{ entries: Map<string, Dirent>; hasRules: boolean }> {
  const entries = new Map<string, Dirent>();
  let hasRules = false;
  for await (const entry of await opendir(directory.self, { bufferSize: 512 })) {
    step.signal?.throwIfAborted();
    if (entry.name === '.gitignore') hasRules = true;
    if (step.hidden || !entry.name.startsWith('.')) entries.set(entry.name, entry);
  }
  return { entries, hasRules };
}

async function kindOf(entry: Dirent, directory: Directory): Promise<EntryKind> {
  const kind = plainKind(entry);
  if (kind !== 'other') return kind;
  // Some file systems do not report the kind of an entry.
  return lstat(directory.at(entry.name)).then(plainKind, () => 'other');
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
