import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsync,
  lstatSync,
  openSync,
  opendirSync,
  promises as fs,
  readlinkSync,
  realpathSync,
  statSync,
  type Dirent,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { Pace } from '../base/paced-work';
import { Listings } from './directory-listing-cache';
import { OpenFile, type OpenedFile } from './open-file';
import { sortInTurns } from './sort-in-turns';

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

/** Entries that are read before the clock is looked at. */
const PER_LOOK = 500;

const listings = new Listings<Entry>();

// The number that `/proc` itself gives this process: one link less to follow for each file than with `self`.
const DESCRIPTORS = tellsDescriptors ? `/proc/${readlinkSync('/proc/self')}/fd` : '';

/**
 * An open directory. On Linux its entries are accessed through its descriptor, so that no part of the path can be
 * replaced by a link between check and use; elsewhere its path is used, and the guarantee is weaker.
 *
 * Directories are opened, read and closed on this thread: the thread pool takes ten times as long for each of these calls.
 */
export class Directory {
  private readonly prefix: string;
  private isOpen = true;

  private constructor(
    private readonly descriptor: number | undefined,
    /** The path it was opened with. */
    readonly path: string,
  ) {
    this.prefix = `${DESCRIPTORS}/${descriptor}/`;
  }

  /** Opens a directory that is not itself a link; `path` is its name if it is accessed through another one. */
  static async open(reachedBy: string, path = reachedBy): Promise<Directory> {
    if (tellsDescriptors)
      return new Directory(openSync(reachedBy, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path);
    if (!lstatSync(reachedBy).isDirectory()) throw coded('Not a directory', 'ENOTDIR');
    return new Directory(undefined, path);
  }

  /** The path for access through the descriptor, for this process and for those that it starts. */
  get self(): string {
    return this.descriptor === undefined ? this.path : `${DESCRIPTORS}/${this.opened}`;
  }

  /** The path for access to an entry through the descriptor. */
  at(name: string): string {
    return this.opened === undefined ? join(this.path, name) : this.prefix + name;
  }

  /** Returns the current path of the open directory. */
  async actualPath(): Promise<string> {
    return this.descriptor === undefined ? realpathSync.native(this.path) : readlinkSync(this.self);
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
  async file(name: string): Promise<OpenedFile> {
    const handle = OpenFile.open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = fstatSync(handle.fd);
      if (!stats.isFile()) throw coded(`${name} is not a regular file`, 'EINVAL');
      if (this.descriptor === undefined && !(await isStillAt(this.at(name), stats)))
        throw coded(`${name} was replaced while it was being opened`, 'ELOOP');
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Returns its entries, sorted by name; cached until the directory changes. A long list is read in turns with other calls. */
  async entries(pace = new Pace()): Promise<readonly Entry[]> {
    const { opened } = this;
    const stats =
      opened === undefined ? statSync(this.path, { bigint: true }) : fstatSync(opened, { bigint: true });
    return listings.of(stats, () => this.read(pace));
  }

  /** Returns the kind of an entry without following links; undefined if there is none. */
  async kindOf(name: string): Promise<EntryKind | undefined> {
    return this.kindNow(name);
  }

  /** The same at once. */
  kindNow(name: string): EntryKind | undefined {
    const stats = this.statsOf(name);
    return stats && kindOf(stats);
  }

  /** Returns what the system says of an entry without following links; undefined if there is none. */
  statsOf(name: string): Stats | undefined {
    try {
      return lstatSync(this.at(name), { throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  }

  /** Returns the target of a link in this directory; undefined if it has none. */
  target(name: string): Promise<string | undefined> {
    return fs.realpath(this.at(name)).catch(() => undefined);
  }

  /** Syncs the directory, on systems that can, so that its entries survive a power failure. */
  async sync(): Promise<void> {
    const { opened } = this;
    if (opened !== undefined) await new Promise<void>((done) => fsync(opened, () => done()));
  }

  async close(): Promise<void> {
    if (this.isOpen && this.descriptor !== undefined) closeSync(this.descriptor);
    this.isOpen = false;
  }

  // The system may have given the number to another file since it was closed.
  private get opened(): number | undefined {
    if (!this.isOpen) throw coded('The directory was closed', 'EBADF');
    return this.descriptor;
  }

  private async read(pace: Pace): Promise<Entry[]> {
    const found: Entry[] = [];
    const directory = opendirSync(this.self, { bufferSize: PER_LOOK });
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        found.push({ name: entry.name, kind: kindOf(entry) });
        if (found.length % PER_LOOK === 0) await pace.yieldIfDue();
      }
    } finally {
      directory.closeSync();
    }
    return sortInTurns(found, pace);
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

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
