import { constants, existsSync, promises as fs, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { Listings } from './listing-cache';

/** One thing in a folder. */
export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;

let kernelPaths: boolean | undefined;
const listings = new Listings<Entry>();

/**
 * An open directory. On Linux everything in it is reached through its descriptor, so that nobody can swap a part of
 * the path for a link between the check and the use; elsewhere its path is used, and the guarantee is weaker.
 */
export class Folder {
  private constructor(
    private readonly handle: fs.FileHandle | undefined,
    private readonly base: string,
  ) {}

  /** Opens a directory that is itself no link. */
  static async open(path: string): Promise<Folder> {
    kernelPaths ??= existsSync('/proc/self/fd') && DIRECTORY !== 0;
    if (!kernelPaths) {
      if (!(await fs.lstat(path)).isDirectory())
        throw Object.assign(new Error('Not a directory'), { code: 'ENOTDIR' });
      return new Folder(undefined, path);
    }
    const handle = await fs.open(path, constants.O_RDONLY | DIRECTORY | NOFOLLOW);
    return new Folder(handle, `/proc/self/fd/${handle.fd}`);
  }

  /** Opens a folder in this one; links are refused with ELOOP or ENOTDIR. */
  folder(name: string): Promise<Folder> {
    return Folder.open(join(this.base, name));
  }

  /** Opens a file in this folder; never a link, and never a pipe or device that would block. */
  async file(name: string): Promise<fs.FileHandle> {
    const handle = await fs.open(join(this.base, name), constants.O_RDONLY | NOFOLLOW | NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw Object.assign(new Error(`${name} is not a regular file`), { code: 'EINVAL' });
  }

  /** What is in it, by name; remembered for as long as the directory stays the same. */
  async entries(): Promise<readonly Entry[]> {
    const stats = await (this.handle
      ? this.handle.stat({ bigint: true })
      : fs.stat(this.base, { bigint: true }));
    return listings.of(stats, async () => {
      const found = await fs.readdir(this.base, { withFileTypes: true });
      return found.map((entry): Entry => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
    });
  }

  /** What a name is, without following it; undefined when there is nothing. */
  async kindOf(name: string): Promise<Entry['kind'] | undefined> {
    const stats = await fs.lstat(join(this.base, name)).catch(() => undefined);
    if (!stats) return undefined;
    return stats.isFile()
      ? 'file'
      : stats.isDirectory()
        ? 'folder'
        : stats.isSymbolicLink()
          ? 'link'
          : 'other';
  }

  /** Where a link in this folder really leads; undefined when nowhere. */
  target(name: string): Promise<string | undefined> {
    return fs.realpath(join(this.base, name)).catch(() => undefined);
  }

  /** The path under which the system reaches a name in this folder, for renames and removals. */
  inside(name: string): string {
    return join(this.base, name);
  }

  async makeFolder(name: string): Promise<Folder> {
    await fs.mkdir(join(this.base, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return this.folder(name);
  }

  async sync(): Promise<void> {
    await this.handle?.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

function kindOf(entry: Dirent | Stats): Entry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}
