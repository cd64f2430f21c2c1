import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';

/** Left behind by a server that was killed while it wrote; nobody's after this long. */
const ABANDONED_MS = 60_000;

/**
 * Puts a new text in a file's place in one step: readers see the old or the new one, never a part, whatever happens.
 * `mayReplace` is asked at the last moment; false leaves the file as it is.
 */
export async function replaceFile(
  file: string,
  text: string,
  mode: number,
  mayReplace: () => Promise<boolean>,
): Promise<boolean> {
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  const handle = await fs.open(draft, 'wx', mode);
  try {
    await handle.writeFile(text, 'utf8');
    await handle.sync();
    // Older than the change time by a millisecond: readers know by this that the file was not written in place.
    const now = Date.now() / 1000;
    await handle.utimes(now, now - 0.001);
  } catch (error) {
    await handle.close();
    await fs.rm(draft, { force: true });
    throw error;
  }
  await handle.close();
  if (!(await mayReplace())) {
    await fs.rm(draft, { force: true });
    return false;
  }
  await fs.rename(draft, file);
  await syncDirectory(dirname(file));
  return true;
}

/** Removes drafts that killed servers left beside a file. */
export async function removeAbandoned(file: string): Promise<void> {
  const directory = dirname(file);
  const drafts = (await fs.readdir(directory)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith('.tmp'),
  );
  for (const name of drafts) {
    const path = join(directory, name);
    const stats = await fs.stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await fs.rm(path, { force: true });
  }
}

// Makes the rename itself survive a power cut; not every platform lets a directory be opened.
async function syncDirectory(directory: string): Promise<void> {
  const handle = await fs.open(directory, 'r').catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}
