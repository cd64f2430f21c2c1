import { constants, type Stats } from 'node:fs';
import { access, lstat, open, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Directory } from './open-directory';
import { Draft } from './file-draft';
import { FileProblem, MissingDirectory } from './file-problem';
import { openDirectory, opening } from './open-file-safely';

const { O_WRONLY, O_CREAT, O_APPEND } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

/** Writes a whole file at a real path; at any moment either the old or the new version is there, never a part. */
export async function writeWholeFile(
  path: string,
  content: Uint8Array,
  options: { shown: string; createDirectories: boolean },
): Promise<void> {
  await opening(options.shown, async () => {
    const directory = await openParent(path, options.createDirectories, options.shown);
    try {
      await replace(directory, basename(path), content, options.shown);
    } finally {
      await directory.close();
    }
  });
}

/** Opens a file at a real path for a command's output, creating it if necessary; never a link, pipe or device. */
export async function openForOutput(path: string, shown: string, append: boolean): Promise<FileHandle> {
  return opening(shown, async () => {
    const directory = await openParent(path, false, shown);
    try {
      const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (append ? O_APPEND : 0);
      const handle = await open(directory.at(basename(path)), flags, 0o666);
      const stats = await handle.stat();
      if (!stats.isFile() || stats.nlink > 1) {
        await handle.close();
        throw new FileProblem('wrong_type', `Not a regular file, or one with several hard links: ${shown}`);
      }
      if (!append) await handle.truncate(0);
      return handle;
    } finally {
      await directory.close();
    }
  });
}

// Opens the nearest existing directory and creates the missing ones through it, each verified by opening it.
async function openParent(path: string, create: boolean, shown: string): Promise<Directory> {
  const missing: string[] = [];
  let at = dirname(path);
  while (!(await isThere(at))) {
    if (!create) throw new MissingDirectory(dirname(shown));
    missing.unshift(basename(at));
    at = dirname(at);
  }
  let directory = await openDirectory(at, dirname(shown));
  for (const name of missing) {
    const parent = directory;
    try {
      directory = await parent.makeSubdirectory(name);
    } finally {
      await parent.close();
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
  directory: Directory,
  name: string,
  content: Uint8Array,
  shown: string,
): Promise<void> {
  const old = await existing(directory, name, shown);
  const draft = await Draft.write(directory, name, content, {
    mode: 0o666,
    ...(old && { finish: (handle) => keepOwnerAndMode(handle, old) }),
  });
  await draft.replace();
}

async function existing(directory: Directory, name: string, shown: string): Promise<Stats | undefined> {
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
