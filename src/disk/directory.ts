import { constants, existsSync, promises as fs, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { Listings } from './listing-cache';

/** The kind of a directory entry; a link is a link, whatever it points to. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

const { O_RDONLY } = constants;
// Absent on Windows, where paths must be checked instead.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** Whether this system reveals the path of a descriptor; otherwise the guarantee is weaker (see docs/policy.md). */
export const tellsDescriptors = existsSync('/proc/self/fd') && O_DIRECTORY !== 0;

/** How often a file is looked at again where descriptors tell nothing. */
const LOOKS = 3;

const listings = new Listings<Entry>();

/**
 * An open directory. On Linux its entries are accessed through its descriptor, so that no part of the path can be
 * replaced by a link between check and use; elsewhere its path is used, and the guarantee is weaker.
 */
export class Directory {
  private constructor(
    private readonly handle: fs.FileHandle | undefined,
    /** The path it was opened with. */
    readonly path: string,
  ) {}

  /** Opens a directory that is not itself a link; `path` is its name if it is accessed through another one. */
  static async open(reachedBy: string, path = reachedBy): Promise<Directory> {
    if (tellsDescriptors)
      return new Directory(await fs.open(reachedBy, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path);
    if (!(await fs.lstat(reachedBy)).isDirectory()) throw coded('Not a directory', 'ENOTDIR');
    return new Directory(undefined, path);
  }

  /** The path for access through the descriptor. */
  get self(): string {
    return this.handle ? `/proc/self/fd/${this.handle.fd}` : this.path;
  }

  /** The path for access to an entry through the descriptor. */
  at(name: string): string {
    return join(this.self, name);
  }

  /** Returns the current path of the open directory. */
  actualPath(): Promise<string> {
    return this.handle ? fs.readlink(this.self) : fs.realpath(this.path);
  }

  /** Opens a subdirectory; links are refused with ELOOP or ENOTDIR. */
  subdirectory(name: string): Promise<Directory> {
    return Directory.open(this.at(name), join(this.path, name));
  }

  /** Opens a subdirectory, and creates it if it does not exist. */
  async makeSubdirectory(name: string): Promise<Directory> {
    await fs.mkdir(this.at(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return this.subdirectory(name);
  }

  /** Opens a file in this directory for reading; never a link, and never a pipe or device that would block. */
  async file(name: string): Promise<fs.FileHandle> {
    const handle = await fs.open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw coded(`${name} is not a regular file`, 'EINVAL');
      if (!this.handle && !(await isStillAt(this.at(name), stats)))
        throw coded(`${name} was replaced while it was being opened`, 'ELOOP');
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Returns its entries, sorted by name; cached until the directory changes. */
  async entries(): Promise<readonly Entry[]> {
    const stats = await fs.stat(this.self, { bigint: true });
    return listings.of(stats, async () => {
      const found = await fs.readdir(this.self, { withFileTypes: true });
      return found.map((entry): Entry => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
    });
  }

  /** Returns the stats of an entry without following links; undefined if there is none. */
  kindOf(name: string): Promise<EntryKind | undefined> {
    return fs.lstat(this.at(name)).then(kindOf, () => undefined);
  }

  /** Returns the target of a link in this directory; undefined if it has none. */
  target(name: string): Promise<string | undefined> {
    return fs.realpath(this.at(name)).catch(() => undefined);
  }

  /** Syncs the directory, on systems that can, so that its entries survive a power failure. */
  async sync(): Promise<void> {
    await this.handle?.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

/**
 * Returns whether an open file is the one at a real path. For systems that don't tell where a descriptor leads: whoever
 * swaps links has to hit the moments between several looks, which is hard but not impossible.
 */
export async function isStillAt(path: string, { dev, ino }: Pick<Stats, 'dev' | 'ino'>): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    const [real, now] = [await fs.realpath(path), await fs.lstat(path)];
    if (real !== path || now.dev !== dev || now.ino !== ino) return false;
  }
  return true;
}

/** Returns the kind of an entry. */
export function kindOf(entry: Dirent | Stats): EntryKind {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'directory';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
