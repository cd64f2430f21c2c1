import { dirname } from 'node:path';
import { watchDirectories as watchOnDisk } from '../disk/watch-files';
import { definitionFiles } from './read-definition-files';

// Editors write in several steps.
const SETTLE_MS = 150;
// Most programs empty a file before they fill it: its tools stay until it has been empty for as many looks.
const LOOKS_AT_EMPTY = 7;

/** Reports when something in the directories changes; they may come and go. Returns a function that ends the watch. */
export function watchDefinitions(directories: readonly string[], changed: () => Promise<void>): () => void {
  // A missing directory is heard of by its parent once it is made.
  const watched = directories.flatMap((directory) => [directory, dirname(directory)]);
  let looks = 0;
  return watchOnDisk({ directories: () => watched, settleMs: SETTLE_MS }, async () => {
    if (++looks < LOOKS_AT_EMPTY && (await haveEmptyFile(directories))) return 'again';
    looks = 0;
    return changed();
  });
}

async function haveEmptyFile(directories: readonly string[]): Promise<boolean> {
  const found = await Promise.all(directories.map((directory) => definitionFiles(directory)));
  return found.flat().some((file) => 'text' in file && file.text === '');
}
