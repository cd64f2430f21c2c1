import { promises as fs, watch, type FSWatcher } from 'node:fs';
import { dirname, join } from 'node:path';
import { isHidden } from './search';

/** Several events of one save count as one. */
const GATHER_MS = 50;
/** Folders that are watched at once; more would use up what the system allows. */
const MAX_FOLDERS = 200;
const MAX_DEPTH = 8;

/** Tells when a file under a root changes, is replaced or goes; gives back how to stop. */
export function watchFile(root: string, parts: readonly string[], changed: () => void): () => void {
  const path = join(root, ...parts);
  const name = parts[parts.length - 1];
  const tell = gathered(changed);
  const watcher = tryWatch(dirname(path), (_event, file) => {
    if (file === null || file === name) tell.soon();
  });
  return () => {
    tell.cancel();
    watcher?.close();
  };
}

/** Tells when files under a root come or go; gives back how to stop. */
export async function watchFolders(root: string, changed: () => void): Promise<() => void> {
  const watchers = new Map<string, FSWatcher>();
  let stopped = false;
  const follow = async (): Promise<void> => {
    for (const folder of await foldersUnder(root)) {
      if (stopped) return;
      if (watchers.has(folder)) continue;
      const watcher = tryWatch(folder, (event, name) => {
        if (event === 'rename' && (name === null || !isHidden(name))) tell.soon();
      });
      if (watcher) watchers.set(folder, watcher);
    }
  };
  const tell = gathered(() => {
    changed();
    void follow();
  });
  await follow();
  return () => {
    stopped = true;
    tell.cancel();
    for (const watcher of watchers.values()) watcher.close();
  };
}

async function foldersUnder(root: string): Promise<string[]> {
  const found = [root];
  for (let at = 0; at < found.length && found.length < MAX_FOLDERS; at++) {
    const folder = found[at]!;
    if (folder.slice(root.length).split('/').length > MAX_DEPTH) continue;
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && !isHidden(entry.name) && found.length < MAX_FOLDERS)
        found.push(join(folder, entry.name));
    }
  }
  return found;
}

function tryWatch(
  path: string,
  listener: (event: string, name: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, listener);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

function gathered(tell: () => void): { soon: () => void; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        tell();
      }, GATHER_MS).unref();
    },
    cancel: () => clearTimeout(timer),
  };
}
