import { dirname } from 'node:path';
import { watchDirectories as watchOnDisk } from '../disk/watch-files';

// Editors write in several steps.
const SETTLE_MS = 150;

/** Reports when something in the directories changes; they may come and go. Returns a function that ends the watch. */
export function watchDefinitions(directories: readonly string[], changed: () => Promise<void>): () => void {
  // A missing directory is heard of by its parent once it is made.
  const watched = directories.flatMap((directory) => [directory, dirname(directory)]);
  return watchOnDisk({ directories: () => watched, settleMs: SETTLE_MS }, changed);
}
