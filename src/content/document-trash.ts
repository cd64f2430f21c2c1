import { createHash, randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import type { DocumentRoot } from './document-root';
import type { Directory } from '../disk/open-directory';

/** Under the document root; the leading dot hides it from every pattern. */
const TRASH = '.trash';
/** Number of versions kept per document. */
const MAX_VERSIONS = 20;

/** Deleted and replaced documents by their path, newest last. */
export class Trash {
  constructor(private readonly root: DocumentRoot) {}

  /** Moves a file to the trash, atomically. */
  async take(from: Directory, file: string, place: readonly string[]): Promise<void> {
    const bin = await this.bin(place);
    try {
      await fs.rename(from.at(file), bin.at(entryName()));
      await bin.sync();
      await from.sync();
      await prune(bin);
    } finally {
      await bin.close();
    }
  }

  /** Copies a file's current content to the trash. */
  async keep(from: Directory, file: string, place: readonly string[]): Promise<void> {
    const bin = await this.bin(place);
    try {
      await fs.link(from.at(file), bin.at(entryName()));
      await prune(bin);
    } finally {
      await bin.close();
    }
  }

  /**
   * Restores the newest version of a path; a version that is there now takes its place in the trash. Returns when the
   * restored version was put there, or undefined if there is none.
   */
  async restore(place: readonly string[], to: Directory, file: string): Promise<Date | undefined> {
    const bin = await this.bin(place);
    try {
      const newest = (await bin.entries()).filter((entry) => entry.kind === 'file').pop();
      if (!newest) return undefined;
      if (await to.kindOf(file)) {
        await fs.link(to.at(file), bin.at(entryName()));
        await fs.rename(bin.at(newest.name), to.at(file));
      } else {
        // A link, unlike a rename, never replaces what somebody put there meanwhile.
        await fs.link(bin.at(newest.name), to.at(file));
        await fs.rm(bin.at(newest.name), { force: true });
      }
      await bin.sync();
      await to.sync();
      return new Date(Number(newest.name.split('-')[0]));
    } finally {
      await bin.close();
    }
  }

  // Named after the path plus a hash of it, since a path can exceed the length limit of a name.
  private bin(place: readonly string[]): Promise<Directory> {
    const path = place.join('/');
    const readable = path.replace(/[^\p{L}\p{N}.-]+/gu, '_').slice(-60);
    const hash = createHash('sha256').update(path).digest('hex').slice(0, 16);
    return this.root.makeFolder([TRASH, `${hash}-${readable}`]);
  }
}

// Removes the oldest versions of a path when there are too many.
async function prune(bin: Directory): Promise<void> {
  const versions = (await bin.entries()).filter((entry) => entry.kind === 'file');
  for (const { name } of versions.slice(0, -MAX_VERSIONS)) await fs.rm(bin.at(name), { force: true });
}

// Sorts by time of deletion, even within a millisecond.
let order = 0;
function entryName(): string {
  order = (order + 1) % 1_000_000;
  return `${String(Date.now()).padStart(14, '0')}-${String(order).padStart(6, '0')}-${randomBytes(3).toString('hex')}`;
}
