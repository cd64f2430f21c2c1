import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, readdir, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Directory } from './directory';

const { O_WRONLY, O_CREAT, O_EXCL } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
/** Left behind by a server that was killed while it wrote; nobody's after this long. */
const ABANDONED_MS = 60_000;

/** How a draft is made. */
export interface DraftOptions {
  readonly mode: number;
  /** Sets what the new file takes over from the old one, before it is synced. */
  readonly finish?: (handle: FileHandle) => Promise<void>;
}

/**
 * A new version of a file, whole and on disk beside the old one. It takes the file's place in one step: readers see the
 * old or the new version, never a part, whatever happens.
 */
export class Draft {
  private constructor(
    private readonly directory: Directory,
    private readonly name: string,
    private readonly draft: string,
  ) {}

  /** Writes a draft for a name in a directory. */
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

  /** Puts it in the file's place. */
  async replace(): Promise<void> {
    try {
      await rename(this.directory.at(this.draft), this.directory.at(this.name));
    } catch (error) {
      await this.discard();
      throw error;
    }
    await this.directory.sync();
  }

  /** Puts it where there is no file yet; false when there is one, which is left as it is. */
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

  /** Removes it. */
  async discard(): Promise<void> {
    await rm(this.directory.at(this.draft), { force: true });
  }
}

/**
 * Replaces a file by its path. `mayReplace` is asked at the last moment; false leaves the file as it is, and is
 * returned.
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

/** Removes drafts that killed servers left beside a file. */
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

// Hidden, so that nobody who lists the directory takes it for a file of theirs.
function draftPrefix(name: string): string {
  return `.${name.slice(0, 60)}.`;
}
