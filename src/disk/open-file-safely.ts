import { constants, fstatSync, lstatSync, readlinkSync, type Stats } from 'node:fs';
import { Directory, isStillAt, tellsDescriptors } from './open-directory';
import { FileProblem } from './file-problem';
import { OpenFile, type OpenedFile } from './open-file';

// Absent on Windows, where comparing device and inode must suffice.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Returns whether a descriptor may be used although it leads to another path than the one judged. */
export type PathVerdict = (actualPath: string) => boolean;

/** Opens a real path for reading; follows no link, and blocks on no pipe or device. */
export async function openRegularFile(
  path: string,
  shown: string,
  verdict: PathVerdict = () => false,
): Promise<OpenedFile> {
  return opening(shown, async () => {
    mustBeRegular(lstatSync(path), shown);
    const handle = OpenFile.open(path, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    return closingOnError(handle, async () => {
      const stats = fstatSync(handle.fd);
      mustBeRegular(stats, shown);
      if (!(await leadsTo(path, handle, stats, verdict))) throw FileProblem.swapped(shown);
      return { handle, stats };
    });
  });
}

/** Opens a directory by its real path. */
export async function openDirectory(path: string, shown: string): Promise<Directory> {
  const action = async (): Promise<Directory> => {
    const directory = await Directory.open(path);
    return closingOnError(directory, async () => {
      if ((await directory.actualPath()) !== path) throw FileProblem.swapped(shown);
      return directory;
    });
  };
  return opening(shown, action, 'Directory');
}

/** Runs file operations and converts system errors to plain messages. */
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

async function closingOnError<T>(opened: { close(): Promise<void> }, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function leadsTo(path: string, handle: OpenFile, stats: Stats, verdict: PathVerdict): Promise<boolean> {
  if (tellsDescriptors) {
    const actual = readlinkSync(`/proc/self/fd/${handle.fd}`);
    return actual === path || verdict(actual);
  }
  return isStillAt(path, stats);
}

function mustBeRegular(stats: Stats, shown: string): void {
  if (!stats.isFile()) throw new FileProblem('wrong_type', `Not a file: ${shown}`);
}
