import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

declare global {
  // Passed on by environment.cjs, which removes them.
  var temporaryDirectories: string[];
}

/** Creates an empty directory, removed after the last hook of the test file, whether or not the tests pass. */
export function temporaryDirectory(name: string): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `${name}-`)));
  globalThis.temporaryDirectories.push(directory);
  return directory;
}
