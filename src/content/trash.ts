import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import type { DocumentRoot } from './document-root';
import type { Folder } from './folder';

/** Under the document root, where its leading dot hides it from every pattern. */
const TRASH = '.trash';

/** Deleted documents, each under its former place, the newest last. */
export class Trash {
  constructor(private readonly root: DocumentRoot) {}

  /** Moves a file out of its folder, in one step. */
  async take(from: Folder, file: string, place: readonly string[]): Promise<void> {
    const bin = await this.bin(place);
    try {
      await fs.rename(from.inside(file), bin.inside(entryName()));
      await bin.sync();
      await from.sync();
    } finally {
      await bin.close();
    }
  }

  /** Keeps a file's present text as well as leaving it where it is. */
  async keep(from: Folder, file: string, place: readonly string[]): Promise<void> {
    const bin = await this.bin(place);
    try {
      await fs.link(from.inside(file), bin.inside(entryName()));
    } finally {
      await bin.close();
    }
  }

  /** Moves the newest of a place back; false when there is none, or when something stands there now. */
  async giveBack(place: readonly string[], to: Folder, file: string): Promise<boolean> {
    const bin = await this.bin(place);
    try {
      const newest = (await bin.entries()).filter((entry) => entry.kind === 'file').pop();
      if (!newest) return false;
      await fs.link(bin.inside(newest.name), to.inside(file));
      await fs.rm(bin.inside(newest.name), { force: true });
      await to.sync();
      return true;
    } finally {
      await bin.close();
    }
  }

  private bin(place: readonly string[]): Promise<Folder> {
    return this.root.makeFolder([TRASH, encodeURIComponent(place.join('/')).slice(0, 240)]);
  }
}

// Sorts by time of deletion, also within a millisecond.
let order = 0;
function entryName(): string {
  order = (order + 1) % 1_000_000;
  return `${String(Date.now()).padStart(14, '0')}-${String(order).padStart(6, '0')}-${randomBytes(3).toString('hex')}`;
}
