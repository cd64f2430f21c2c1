import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { makeDirectory } from '../../disk/make-directory';
import { writeWholeFile } from '../../disk/write-file-safely';
import { UsageError } from '../command';

/** Files to write by their names in a directory. */
export type Outputs = Readonly<Record<string, string | Uint8Array>>;

/** A file that was written. */
export interface Written {
  /** Its path from the working directory. */
  readonly file: string;
  readonly bytes: number;
}

/** Writes files into a directory, each whole or not at all; writes none if one exists already, unless forced. */
export async function writeOutputs(
  directory: string,
  outputs: Outputs,
  { cwd, force }: { cwd: string; force: boolean },
): Promise<Written[]> {
  refuseExisting(directory, Object.keys(outputs), force);
  makeDirectory(directory);
  const real = await realpath(directory);
  const written: Written[] = [];
  for (const [name, content] of Object.entries(outputs)) {
    const bytes = Buffer.from(content);
    const file = relative(cwd, join(directory, name));
    await writeWholeFile(join(real, name), bytes, { shown: file, createDirectories: false });
    written.push({ file, bytes: bytes.length });
  }
  return written;
}

/** Refuses to replace files, unless that is wanted. */
export function refuseExisting(directory: string, names: readonly string[], force: boolean): void {
  const there = names.filter((name) => existsSync(join(directory, name)));
  if (there.length && !force)
    throw new UsageError(`already exists: ${there.join(', ')}; nothing was written. --force replaces it`);
}
