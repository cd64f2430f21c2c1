import { setImmediate as nextTurn } from 'node:timers/promises';
import { Glob, isGlob } from '../disk/glob';
import type { DocumentRoot } from './document-root';
import { OutsideRootError } from './document-root';
import type { Entry, Directory } from '../disk/directory';

/** Maximum number of documents per pattern. */
export const MAX_PER_PATTERN = 100;
/** Maximum depth below a category's directory. */
const MAX_DEPTH = 8;
/** Number of names checked before yielding to other work. */
const DOCUMENTS_PER_TURN = 2_000;

/** The paths that a pattern found under a folder, in order. */
export interface Hits {
  readonly paths: readonly (readonly string[])[];
  /** Whether there were more matches than returned. */
  readonly more: boolean;
}

/** Finds files under a folder of the root; if a pattern without extension matches nothing, any extension is tried. */
export async function searchFiles(
  root: DocumentRoot,
  base: readonly string[],
  pattern: string,
  options: { limit?: number; signal?: AbortSignal } = {},
): Promise<Hits> {
  const parts = pattern.split('/').filter((part) => part !== '');
  const limit = options.limit ?? MAX_PER_PATTERN;
  const hits = await new Search(root, base, parts, limit, options.signal).run();
  const last = parts[parts.length - 1];
  if (hits.paths.length || last === undefined || last === '**' || last.includes('.')) return hits;
  return new Search(root, base, [...parts.slice(0, -1), `${last}.*`], limit, options.signal).run();
}

/** Returns whether a name belongs to the system or an editor rather than to the documents. */
export function isHidden(name: string): boolean {
  return name.startsWith('.') || name.startsWith('_') || name.endsWith('.orig');
}

const ESCAPED = /\\(.)/g;
const NOT_ASCII = /[^\x20-\x7e]/;

type Part =
  | { readonly deep: true }
  | { readonly deep: false; readonly literal?: string; readonly test: (name: string) => boolean };

// Walks folders with the set of pattern parts that may match next, so each folder is read only once.
class Search {
  private readonly paths: string[][] = [];
  private readonly parts: readonly Part[];
  private readonly visited = new Set<string>();
  private more = false;

  constructor(
    private readonly root: DocumentRoot,
    private readonly base: readonly string[],
    parts: readonly string[],
    private readonly limit: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.parts = parts.map((part) => {
      if (part === '**') return { deep: true };
      if (!isGlob(part.replace(ESCAPED, ''))) {
        const literal = part.replace(ESCAPED, '$1');
        const composed = literal.normalize();
        return { deep: false, literal, test: (name) => name.normalize() === composed };
      }
      const glob = new Glob(part.normalize(), 'name');
      return { deep: false, test: (name) => glob.matches(name.normalize()) };
    });
  }

  async run(): Promise<Hits> {
    const folder = this.parts.length ? await this.root.folder(this.base) : undefined;
    if (folder) await this.visit(folder, [], this.closure([0]));
    return { paths: this.paths, more: this.more };
  }

  private async visit(folder: Directory, path: readonly string[], states: readonly number[]): Promise<void> {
    try {
      let looked = 0;
      for (const entry of await this.candidates(folder, states)) {
        if (++looked % DOCUMENTS_PER_TURN === 0) await nextTurn();
        if (this.more) return;
        this.signal?.throwIfAborted();
        if (isHidden(entry.name)) continue;
        const { ends, next } = this.step(states, entry.name);
        if (entry.kind === 'file') {
          if (ends) this.keep([...path, entry.name]);
        } else if (ends || next.length) await this.follow(folder, entry, [...path, entry.name], ends, next);
      }
    } finally {
      await folder.close();
    }
  }

  // Folders are listed only for wildcards; literal names are looked up.
  private async candidates(folder: Directory, states: readonly number[]): Promise<readonly Entry[]> {
    const [only] = states;
    const part = states.length === 1 ? this.parts[only!] : undefined;
    if (!part || part.deep || part.literal === undefined) return folder.entries();
    const kind = await folder.kindOf(part.literal);
    if (kind) return [{ name: part.literal, kind }];
    // The name may be written with other code points: é as one character, or as e and an accent.
    return NOT_ASCII.test(part.literal) ? folder.entries() : [];
  }

  private async follow(
    folder: Directory,
    entry: Entry,
    path: string[],
    ends: boolean,
    next: readonly number[],
  ): Promise<void> {
    if (ends && entry.kind === 'link' && (await this.isLinkedFile(path))) return this.keep(path);
    if (!next.length || path.length > MAX_DEPTH || entry.kind === 'other') return;
    if (entry.kind === 'directory') return this.visit(await folder.subdirectory(entry.name), path, next);
    await this.visitLink(folder, entry.name, path, next);
  }

  // Each linked folder is entered once, so cycles of links end.
  private async visitLink(
    folder: Directory,
    name: string,
    path: string[],
    states: readonly number[],
  ): Promise<void> {
    const target = await folder.target(name);
    if (target === undefined || this.visited.has(target)) return;
    this.visited.add(target);
    const linked = await this.root.folder([...this.base, ...path]).catch(undefinedIfOutside);
    if (linked) await this.visit(linked, path, states);
  }

  private async isLinkedFile(path: readonly string[]): Promise<boolean> {
    return (await this.root.read([...this.base, ...path], 0).catch(undefinedIfOutside)) !== undefined;
  }

  private keep(path: string[]): void {
    if (this.paths.length < this.limit) this.paths.push(path);
    else this.more = true;
  }

  private step(states: readonly number[], name: string): { ends: boolean; next: number[] } {
    const last = this.parts.length - 1;
    let ends = false;
    const next: number[] = [];
    for (const state of states) {
      const part = this.parts[state]!;
      if (!part.deep && !part.test(name)) continue;
      ends ||= state === last;
      if (part.deep) next.push(state);
      else if (state < last) next.push(state + 1);
    }
    return { ends, next: this.closure(next) };
  }

  // `**` also matches no folder at all, so the part after it may match immediately.
  private closure(states: readonly number[]): number[] {
    const all = new Set<number>();
    for (let state of states) {
      all.add(state);
      while (this.parts[state]?.deep && state < this.parts.length - 1) all.add(++state);
    }
    return [...all];
  }
}

function undefinedIfOutside(error: unknown): undefined {
  if (error instanceof OutsideRootError) return undefined;
  throw error;
}
