import { existsSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

// Editors write in several steps; a change counts when nothing has followed it for this long.
const QUIET_MS = 150;

/** Calls back when something in the directories changes; they may come and go. Gives back how to stop. */
export function watchDirectories(directories: readonly string[], changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let watchers: FSWatcher[] = [];
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), QUIET_MS);
    timer.unref();
  };
  const settle = async (): Promise<void> => {
    if (stopped) return;
    again();
    await changed();
  };
  // Directories made since the last look are watched from now on; for a missing one its parent is.
  const again = (): void => {
    for (const watcher of watchers) watcher.close();
    const places = new Set(
      directories.flatMap((directory) => [directory, dirname(directory)]).filter(existsSync),
    );
    watchers = [...places].flatMap((place) => {
      try {
        return [watch(place, { persistent: false }, heard).on('error', heard)];
      } catch {
        return [];
      }
    });
  };
  again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
