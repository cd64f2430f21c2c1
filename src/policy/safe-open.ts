import { constants, existsSync, type Stats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { FileProblem } from './file-problem';

const { O_RDONLY, O_DIRECTORY } = constants;
// Absent on Windows, where the check by device and inode has to do.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Says whether a descriptor may be used that turned out to lead elsewhere than was judged. */
export type Verdict = (actualPath: string) => boolean;

/** A regular file that is open and is known to be the one that was judged. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** A directory that is open: what is reached through `at` can't be led elsewhere by an exchanged link. */
export interface OpenedDirectory {
  readonly handle: FileHandle;
  /** Its real path. */
  readonly path: string;
  /** The path by which an entry is reached through the open directory. */
  at(name: string): string;
}

/** Opens a real path for reading: no link is followed, no pipe or device is waited for. */
export async function openRegularFile(
  path: string,
  shown: string,
  verdict: Verdict = () => false,
): Promise<OpenedFile> {
  return opening(shown, async () => {
    mustBeRegular(await lstat(path), shown);
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    return closingOnError(handle, async () => {
      const stats = await handle.stat();
      mustBeRegular(stats, shown);
      await mustLeadTo(handle, stats, path, shown, verdict);
      return { handle, stats };
    });
  });
}

/** Opens a real directory. */
export async function openDirectory(
  path: string,
  shown: string,
  verdict: Verdict = () => false,
): Promise<OpenedDirectory> {
  const action = async (): Promise<OpenedDirectory> => {
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | (O_DIRECTORY ?? 0));
    return closingOnError(handle, async () => {
      await mustLeadTo(handle, await handle.stat(), path, shown, verdict);
      return openedDirectory(handle, path);
    });
  };
  return opening(shown, action, 'Directory');
}

/** Opens a directory inside an open one. */
export async function openSubdirectory(parent: OpenedDirectory, name: string): Promise<OpenedDirectory> {
  const path = join(parent.path, name);
  const handle = await open(parent.at(name), O_RDONLY | O_NOFOLLOW | (O_DIRECTORY ?? 0));
  return openedDirectory(handle, path);
}

/** Runs file calls and puts what the system says into plain words. */
export async function opening<T>(
  shown: string,
  action: () => Promise<T>,
  wanted: 'File' | 'Directory' = 'File',
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw FileProblem.from(error, shown, wanted);
  }
}

/** Whether this system tells where a descriptor leads; without it the guarantee is weaker (see docs/policy.md). */
export const tellsDescriptors = existsSync('/proc/self/fd');

function openedDirectory(handle: FileHandle, path: string): OpenedDirectory {
  return {
    handle,
    path,
    at: (name) => (tellsDescriptors ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name)),
  };
}

async function closingOnError<T>(handle: FileHandle, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function mustLeadTo(
  handle: FileHandle,
  stats: Stats,
  path: string,
  shown: string,
  verdict: Verdict,
): Promise<void> {
  if (tellsDescriptors) {
    const actual = await readlink(`/proc/self/fd/${handle.fd}`);
    if (actual !== path && !verdict(actual)) throw FileProblem.swapped(shown);
    return;
  }
  const now = await lstat(path);
  const same = now.dev === stats.dev && now.ino === stats.ino && (await realpath(path)) === path;
  if (!same) throw FileProblem.swapped(shown);
}

function mustBeRegular(stats: Stats, shown: string): void {
  if (!stats.isFile()) throw new FileProblem('wrong_type', `Not a file: ${shown}`);
}
