import { promises as fs, realpathSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { Directory } from '../disk/open-directory';
import { windowsNameProblem } from '../disk/windows-names';

/** Thrown for a path that leads outside the document root. */
export class OutsideRootError extends Error {
  constructor(readonly path: string) {
    super(`${path} leads outside the document root`);
    this.name = 'OutsideRootError';
  }
}

/** A file's bytes and metadata. */
export interface DocumentBytes {
  readonly bytes: Buffer;
  readonly stats: Stats;
  /** What tells the same file by any name: where it really is or, of a file with several names, its number. */
  readonly identity: string;
}

const MAX_LINKS = 8;

/** The directory of all documents; nothing outside it is ever opened, whatever the path or links. */
export class DocumentRoot {
  constructor(readonly path: string) {}

  /** Opens a folder under the root, following links that stay inside; undefined if it does not exist. */
  async folder(parts: readonly string[], links = 0): Promise<Directory | undefined> {
    refuseUnsafeNames(parts);
    let at = await this.top();
    for (const [index, name] of parts.entries()) {
      if (!at) return undefined;
      let next: Directory | undefined;
      try {
        next = await at.subdirectory(name);
      } catch (error) {
        if (isMissing(error) && (await at.kindOf(name)) === undefined) return undefined;
        if ((await at.kindOf(name)) !== 'link') return undefined;
        const led = await this.follow(at, name, parts, links);
        return led && this.folder([...led, ...parts.slice(index + 1)], links + 1);
      } finally {
        await at.close();
      }
      at = next;
    }
    return at;
  }

  /** Reads at most `maxBytes` of a file under the root; undefined if it does not exist. */
  async read(parts: readonly string[], maxBytes: number, links = 0): Promise<DocumentBytes | undefined> {
    refuseUnsafeNames(parts);
    const name = parts[parts.length - 1];
    const folder = name === undefined ? undefined : await this.folder(parts.slice(0, -1));
    if (name === undefined || !folder) return undefined;
    try {
      const kind = await folder.kindOf(name);
      if (kind === undefined || kind === 'directory') return undefined;
      if (kind === 'link') {
        const led = await this.follow(folder, name, parts, links);
        return led && (await this.read(led, maxBytes, links + 1));
      }
      const { handle, stats } = await folder.file(name);
      try {
        const bytes = Buffer.alloc(Math.min(stats.size, maxBytes));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
        const identity =
          stats.nlink > 1 ? `${stats.dev}:${stats.ino}` : join(await folder.actualPath(), name);
        return { bytes: bytes.subarray(0, bytesRead), stats, identity };
      } finally {
        await handle.close();
      }
    } finally {
      await folder.close();
    }
  }

  /** Opens a folder under the root for writing, creating missing folders; links are refused. */
  async makeFolder(parts: readonly string[]): Promise<Directory> {
    refuseUnsafeNames(parts);
    makeDirectory(this.path);
    let at = await Directory.open(await fs.realpath(this.path));
    for (const name of parts) {
      try {
        const next = await at.makeSubdirectory(name);
        await at.close();
        at = next;
      } catch (error) {
        await at.close();
        throw ['ELOOP', 'ENOTDIR'].includes(codeOf(error)) ? new OutsideRootError(parts.join('/')) : error;
      }
    }
    return at;
  }

  private async top(): Promise<Directory | undefined> {
    try {
      return await Directory.open(realpathSync.native(this.path));
    } catch (error) {
      // Whoever finds nothing asks why, and is told what is wrong with the root.
      if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(codeOf(error))) return undefined;
      throw error;
    }
  }

  private async follow(
    folder: Directory,
    name: string,
    parts: readonly string[],
    links: number,
  ): Promise<string[] | undefined> {
    const target = await folder.target(name);
    if (target === undefined || links >= MAX_LINKS) return undefined;
    const inside = relative(await fs.realpath(this.path), target);
    if (inside === '') return [];
    if (inside.startsWith('..') || inside.startsWith(sep) || /^[a-z]:/i.test(inside)) {
      throw new OutsideRootError(parts.join('/'));
    }
    return inside.split(sep);
  }
}

function refuseUnsafeNames(parts: readonly string[]): void {
  const odd = parts.some(
    (name) =>
      ['', '.', '..'].includes(name) ||
      /[/\\\0]/.test(name) ||
      (process.platform === 'win32' && windowsNameProblem(name) !== undefined),
  );
  if (odd) throw new OutsideRootError(parts.join('/'));
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
