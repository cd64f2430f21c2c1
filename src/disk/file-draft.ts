import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readdir, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Directory } from './open-directory';

const { O_WRONLY, O_CREAT, O_EXCL } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
/** A draft of a server that was killed while writing is considered abandoned after this long. */
const ABANDONED_MS = 60_000;

/** Options of a draft. */
export interface DraftOptions {
  readonly mode: number;
  /** Copies attributes of the old file to the new one, before it is synced. */
  readonly finish?: (handle: FileHandle) => Promise<void>;
}

/**
 * A new version of a file, complete and synced next to the old one. It replaces the file in one step: readers see the
 * old or the new version, never a part, whatever happens.
 */
export class Draft {
  private constructor(
    private readonly directory: Directory,
    private readonly name: string,
    private readonly draft: string,
  ) {}

  /** Writes a draft of a named file in a directory. */
  static async write(
    directory: Directory,
    name: string,
    content: string | Uint8Array,
    { mode, finish }: DraftOptions,
  ): Promise<Draft> {
    const draft = `${draftPrefix(name)}${randomBytes(6).toString('hex')}.tmp`;
    const handle = await open(directory.at(draft), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    try {
      await handle.writeFile(content);
      await finish?.(handle);
      await handle.sync();
    } catch (error) {
      await rm(directory.at(draft), { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
    return new Draft(directory, name, draft);
  }

  /** Replaces the file with the draft. */
  async replace(): Promise<void> {
    try {
      await rename(this.directory.at(this.draft), this.directory.at(this.name));
    } catch (error) {
      await this.discard();
      throw error;
    }
    await this.directory.sync();
  }

  /** Moves the draft into place if there is no such file; otherwise returns false and leaves the file unchanged. */
  async create(): Promise<boolean> {
    try {
      await link(this.directory.at(this.draft), this.directory.at(this.name));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await this.discard();
      await this.directory.sync();
    }
  }

  /** Deletes the draft. */
  async discard(): Promise<void> {
    await rm(this.directory.at(this.draft), { force: true });
  }
}

/**
 * Replaces a file by its path. `mayReplace` is called at the last moment; if it returns false, the file stays unchanged
 * and false is returned.
 */
export async function replaceFile(
  file: string,
  content: string,
  options: DraftOptions & { readonly mayReplace: () => Promise<boolean> },
): Promise<boolean> {
  const directory = await Directory.open(await realpath(dirname(file)));
  try {
    const draft = await Draft.write(directory, basename(file), content, options);
    let may = false;
    try {
      may = await options.mayReplace();
    } finally {
      if (!may) await draft.discard();
    }
    if (may) await draft.replace();
    return may;
  } finally {
    await directory.close();
  }
}

/** Deletes drafts that killed servers left next to a file. */
export async function removeAbandoned(file: string): Promise<void> {
  const directory = dirname(file);
  const prefix = draftPrefix(basename(file));
  const drafts = (await readdir(directory)).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.tmp'),
  );
  for (const name of drafts) {
    const path = `${directory}/${name}`;
    const stats = await stat(path).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

// Hidden, so that it is not mistaken for a regular file in listings.
function draftPrefix(name: string): string {
  return `.${name.slice(0, 60)}.`;
}
