import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { makeDirectory } from '../../disk/make-directory';
import { UsageError, type Io } from '../command';

/** Writes new files under a directory and prints their paths; writes nothing if one of them exists already. */
export async function writeFiles(
  base: string,
  files: Readonly<Record<string, string>>,
  io: Io,
): Promise<void> {
  const there = Object.keys(files).filter((file) => existsSync(join(base, file)));
  if (there.length) throw new UsageError(`already exists: ${there.join(', ')}; nothing was written`);
  for (const [file, text] of Object.entries(files)) {
    makeDirectory(dirname(join(base, file)));
    await writeFile(join(base, file), text, { flag: 'wx' });
    io.stdout(`${relative(io.cwd, join(base, file))}\n`);
  }
}
