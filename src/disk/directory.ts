import { constants, existsSync, promises as fs, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { Listings } from './listing-cache';

/** What a directory holds under one name; a link is a link, whatever it leads to. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other';

/** One entry of a directory. */
export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

const { O_RDONLY } = constants;
// Absent on Windows, where paths have to be checked instead.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** Whether this system tells where a descriptor leads; without it the guarantee is weaker (see docs/policy.md). */
export const tellsDescriptors = existsSync('/proc/self/fd') && O_DIRECTORY !== 0;

const listings = new Listings<Entry>();

/**
 * An open directory. On Linux everything in it is reached through its descriptor, so that nobody can swap a part of
 * the path for a link between the check and the use; elsewhere its path is used, and the guarantee is weaker.
 */
export class Directory {
  private constructor(
    private readonly handle: fs.FileHandle | undefined,
    /** Its path, as it was opened. */
    readonly path: string,
  ) {}

  /** Opens a directory that is not itself a link; `path` names it where it is reached through another one. */
  static async open(reachedBy: string, path = reachedBy): Promise<Directory> {
    if (tellsDescriptors)
      return new Directory(await fs.open(reachedBy, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path);
    if (!(await fs.lstat(reachedBy)).isDirectory()) throw coded('Not a directory', 'ENOTDIR');
    return new Directory(undefined, path);
  }

  /** The path by which the open directory itself is reached. */
  get self(): string {
    return this.handle ? `/proc/self/fd/${this.handle.fd}` : this.path;
  }

  /** The path by which an entry is reached through the open directory. */
  at(name: string): string {
    return join(this.self, name);
  }

  /** Where the open directory is now. */
  actualPath(): Promise<string> {
    return this.handle ? fs.readlink(this.self) : fs.realpath(this.path);
  }

  /** Opens a directory in this one; links are refused with ELOOP or ENOTDIR. */
  subdirectory(name: string): Promise<Directory> {
    return Directory.open(this.at(name), join(this.path, name));
  }

  /** Opens a directory in this one, and makes it where there is none. */
  async makeSubdirectory(name: string): Promise<Directory> {
    await fs.mkdir(this.at(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return this.subdirectory(name);
  }

  /** Opens a file in this directory for reading; never a link, and never a pipe or device that would block. */
  async file(name: string): Promise<fs.FileHandle> {
    const handle = await fs.open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw coded(`${name} is not a regular file`, 'EINVAL');
  }

  /** Its entries, sorted by name; remembered for as long as the directory stays the same. */
  async entries(): Promise<readonly Entry[]> {
    const stats = await fs.stat(this.self, { bigint: true });
    return listings.of(stats, async () => {
      const found = await fs.readdir(this.self, { withFileTypes: true });
      return found.map((entry): Entry => ({ name: entry.name, kind: kindOf(entry) })).sort(byName);
    });
  }

  /** What a name is, without following it; undefined when there is nothing. */
  kindOf(name: string): Promise<EntryKind | undefined> {
    return fs.lstat(this.at(name)).then(kindOf, () => undefined);
  }

  /** Where a link in this directory leads; undefined when nowhere. */
  target(name: string): Promise<string | undefined> {
    return fs.realpath(this.at(name)).catch(() => undefined);
  }

  /** Makes what came and went survive a power cut, on systems that can. */
  async sync(): Promise<void> {
    await this.handle?.sync().catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

/** What an entry is. */
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
