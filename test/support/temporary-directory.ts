import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // Handed over by environment.cjs, which removes them.
  var temporaryDirectories: string[];
}

/** A new empty directory; it is removed after the last hook of the test file, whatever becomes of the tests. */
export function temporaryDirectory(name: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  globalThis.temporaryDirectories.push(directory);
  return directory;
}
