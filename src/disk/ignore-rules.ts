import { sep } from 'node:path';
import type { Directory } from './open-directory';
import { IgnoreFile } from './ignore-file';

const MOST_BYTES = 256 * 1024;

/** The rules of the `.gitignore` files from the start of a walk down to one directory. */
export class IgnoreRules {
  constructor(
    private readonly levels: readonly { readonly base: string; readonly rules: IgnoreFile }[] = [],
  ) {}

  /** Returns these rules plus those of another directory, if it has any. */
  async with(directory: Directory, relative: string, hasFile: boolean): Promise<IgnoreRules> {
    if (!hasFile) return this;
    const text = await readRules(directory);
    if (text === undefined) return this;
    return new IgnoreRules([...this.levels, { base: relative, rules: new IgnoreFile(text) }]);
  }

  /** Returns whether a path, relative to the start of the walk, is ignored. */
  ignores(path: string, isDirectory: boolean): boolean {
    if (path === '.git' || path.endsWith(`${sep}.git`)) return true;
    let ignored = false;
    for (const { base, rules } of this.levels) {
      const inner = (base === '' ? path : path.slice(base.length + 1)).split(sep).join('/');
      ignored = rules.verdict(inner, isDirectory) ?? ignored;
    }
    return ignored;
  }
}

async function readRules(directory: Directory): Promise<string | undefined> {
  try {
    const { handle, stats } = await directory.file('.gitignore');
    try {
      if (stats.size > MOST_BYTES) return undefined;
      const bytes = Buffer.alloc(stats.size);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return bytes.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
