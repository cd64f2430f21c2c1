import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a directory and its parents; throws if that can't be done. Node's own `recursive` never ends where a parent
 * exists and nothing can be made in it, as under /proc.
 */
export function makeDirectory(path: string, mode?: number): void {
  try {
    makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    makeDirectory(parent, mode);
    makeOne(path, mode);
  }
}

function makeOne(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A root that can't be written answers otherwise than a directory that is there.
    if (code === 'ENOENT' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
