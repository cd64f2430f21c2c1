import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, lstat, mkdir, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { FileProblem } from './file-problem';
import { openDirectory, opening, openSubdirectory, type OpenedDirectory } from './safe-open';

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Writes a whole file at a real path: at every moment the old or the new one is there, never a part. */
export async function writeWholeFile(
  path: string,
  content: Uint8Array,
  options: { shown: string; createDirectories: boolean },
): Promise<void> {
  await opening(options.shown, async () => {
    const directory = await openParent(path, options.createDirectories, options.shown);
    try {
      await replace(directory, basename(path), content, options.shown);
      await directory.handle.sync();
    } finally {
      await directory.handle.close();
    }
  });
}

/** Opens a file at a real path for a command's output, created if need be; never through a link, pipe or device. */
export async function openForOutput(path: string, shown: string, append: boolean): Promise<FileHandle> {
  return opening(shown, async () => {
    const directory = await openParent(path, false, shown);
    try {
      const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (append ? O_APPEND : 0);
      const handle = await open(directory.at(basename(path)), flags, 0o666);
      const stats = await handle.stat();
      if (!stats.isFile() || stats.nlink > 1) {
        await handle.close();
        throw new FileProblem('wrong_type', `Not a file of its own (a hard link, pipe or device): ${shown}`);
      }
      if (!append) await handle.truncate(0);
      return handle;
    } finally {
      await directory.handle.close();
    }
  });
}

// Opens the nearest directory that exists and makes the missing ones through it, each one verified by being opened.
async function openParent(path: string, create: boolean, shown: string): Promise<OpenedDirectory> {
  const missing: string[] = [];
  let at = dirname(path);
  while (!(await isThere(at))) {
    if (!create)
      throw new FileProblem(
        'not_found',
        `Directory not found: ${dirname(shown)} (set create_dirs to make it)`,
      );
    missing.unshift(basename(at));
    at = dirname(at);
  }
  let directory = await openDirectory(at, dirname(shown));
  for (const name of missing) {
    const parent = directory;
    try {
      await mkdir(parent.at(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      directory = await openSubdirectory(parent, name);
    } finally {
      await parent.handle.close();
    }
  }
  return directory;
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function replace(
  directory: OpenedDirectory,
  name: string,
  content: Uint8Array,
  shown: string,
): Promise<void> {
  const old = await existing(directory, name, shown);
  const temporary = `.tw-${randomBytes(9).toString('hex')}.tmp`;
  const handle = await open(directory.at(temporary), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    try {
      await handle.writeFile(content);
      if (old) await keepOwnerAndMode(handle, old);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(directory.at(temporary), directory.at(name));
  } catch (error) {
    await unlink(directory.at(temporary)).catch(() => undefined);
    throw error;
  }
}

async function existing(directory: OpenedDirectory, name: string, shown: string): Promise<Stats | undefined> {
  if (!(await isThere(directory.at(name)))) return undefined;
  const stats = await lstat(directory.at(name));
  if (stats.isSymbolicLink()) throw FileProblem.swapped(shown);
  if (!stats.isFile()) throw new FileProblem('wrong_type', `Not a file: ${shown}`);
  await access(directory.at(name), constants.W_OK);
  return stats;
}

async function keepOwnerAndMode(handle: FileHandle, old: Stats): Promise<void> {
  const now = await handle.stat();
  if (now.uid !== old.uid || now.gid !== old.gid) await handle.chown(old.uid, old.gid).catch(() => undefined);
  await handle.chmod(old.mode & 0o7777);
}
