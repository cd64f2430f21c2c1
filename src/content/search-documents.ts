import { join } from 'node:path';
import { Pace } from '../base/paced-work';
import type { DocumentRoot } from './document-root';
import { OutsideRootError } from './document-root';
import type { Entry, Directory } from '../disk/open-directory';
import { readingsOf, type PathPattern } from './document-pattern';

/** Maximum number of documents per pattern. */
export const MAX_PER_PATTERN = 100;
/** Maximum depth below a category's directory. */
const MAX_DEPTH = 8;

/** The files that a pattern found under a folder: in order, then those that only links lead to, each file once. */
export interface Hits {
  readonly paths: readonly (readonly string[])[];
  /** Where each of them really is, with links resolved. */
  readonly reals: readonly string[];
  /** Whether there were more matches than returned. */
  readonly more: boolean;
  /** Folders that could not be read. */
  readonly unreadable: readonly (readonly string[])[];
}

/** Finds files under a folder of the root; if a pattern without extension matches nothing, any extension is tried. */
export async function searchFiles(
  root: DocumentRoot,
  base: readonly string[],
  pattern: string,
  options: { limit?: number; signal?: AbortSignal } = {},
): Promise<Hits> {
  const limit = options.limit ?? MAX_PER_PATTERN;
  let hits: Hits = { paths: [], reals: [], more: false, unreadable: [] };
  for (const reading of readingsOf(pattern)) {
    hits = await new Search(root, base, reading, limit, options.signal).run();
    if (hits.paths.length) break;
  }
  return hits;
}

/** Returns whether a name belongs to the system or an editor rather than to the documents. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('_') || name.endsWith('.orig');
}

const NOT_ASCII = /[^\x20-\x7e]/;

// A link, and what the pattern expects behind it.
interface Link {
  readonly path: readonly string[];
  readonly target: string;
  readonly ends: boolean;
  readonly next: readonly number[];
}

// Walks folders with the states of the pattern, so each folder is read once for each set of them. Links come last, so
// that a file is found by its own name first, and circles end because a folder is known by where it really is.
class Search {
  private readonly paths: (readonly string[])[] = [];
  private readonly reals = new Set<string>();
  private readonly unreadable: (readonly string[])[] = [];
  private readonly visited = new Set<string>();
  private readonly links: Link[] = [];
  private more = false;
  private readonly pace: Pace;

  constructor(
    private readonly root: DocumentRoot,
    private readonly base: readonly string[],
    private readonly pattern: PathPattern,
    private readonly limit: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.pace = new Pace(Infinity, signal);
  }

  async run(): Promise<Hits> {
    const states = this.pattern.start();
    const folder = states.length ? await this.root.folder(this.base) : undefined;
    if (folder) await this.visit(folder, await folder.actualPath(), [], states);
    for (let link = this.links.shift(); link && !this.more; link = this.links.shift())
      await this.follow(link);
    return {
      paths: this.paths,
      reals: [...this.reals],
      more: this.more,
      unreadable: this.unreadable,
    };
  }

  private async visit(
    folder: Directory,
    real: string,
    path: readonly string[],
    states: readonly number[],
  ): Promise<void> {
    try {
      const key = `${real}\0${states.join()}`;
      if (this.visited.has(key)) return;
      this.visited.add(key);
      for (const entry of await this.candidates(folder, path, states)) {
        if (this.pace.isDue) await this.pace.nextTurn();
        if (this.more) return;
        this.signal?.throwIfAborted();
        if (!isHidden(entry.name)) await this.look(folder, entry, real, [...path, entry.name], states);
      }
    } finally {
      await folder.close();
    }
  }

  private async look(
    folder: Directory,
    { name, kind }: Entry,
    real: string,
    path: readonly string[],
    states: readonly number[],
  ): Promise<void> {
    const { ends, next } = this.pattern.step(states, name);
    if (kind === 'file') {
      if (ends) this.keep(path, join(real, name));
    } else if (kind === 'link' && (ends || next.length)) {
      const target = await folder.target(name);
      if (target !== undefined) this.links.push({ path, target, ends, next });
    } else if (kind === 'directory' && next.length && path.length <= MAX_DEPTH) {
      const inner = await folder.subdirectory(name).catch(() => this.miss(path));
      if (inner) await this.visit(inner, join(real, name), path, next);
    }
  }

  // Folders are listed only for wildcards; literal names are looked up.
  private async candidates(
    folder: Directory,
    path: readonly string[],
    states: readonly number[],
  ): Promise<readonly Entry[]> {
    const literal = this.pattern.literal(states);
    const kind = literal === undefined ? undefined : await folder.kindOf(literal);
    if (literal !== undefined && kind) return [{ name: literal, kind }];
    // The name may be written with other code points: é as one character, or as e and an accent.
    if (literal !== undefined && !NOT_ASCII.test(literal)) return [];
    return (await folder.entries(this.pace).catch(() => this.miss(path))) ?? [];
  }

  private async follow({ path, target, ends, next }: Link): Promise<void> {
    this.signal?.throwIfAborted();
    const full = [...this.base, ...path];
    // A file that cannot be opened counts as found, so that whoever reads it reports why.
    const file =
      ends && (await this.root.read(full, 0).catch((error) => !(error instanceof OutsideRootError)));
    if (file) return this.keep(path, target);
    if (!next.length || path.length > MAX_DEPTH) return;
    const folder = await this.root.folder(full).catch(() => undefined);
    if (folder) await this.visit(folder, await folder.actualPath(), path, next);
  }

  private keep(path: readonly string[], real: string): void {
    if (this.reals.has(real)) return;
    if (this.paths.length >= this.limit) this.more = true;
    else {
      this.paths.push(path);
      this.reals.add(real);
    }
  }

  private miss(path: readonly string[]): undefined {
    this.unreadable.push(path);
    return undefined;
  }
}
