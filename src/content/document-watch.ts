import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { watchDirectories, watchFile } from '../disk/watch-files';
import { isHidden } from './search-documents';

const SETTLE_MS = 50;
/** Maximum number of folders watched at once; the system allows only so many. */
const MAX_FOLDERS = 200;
const MAX_DEPTH = 8;

/** Reports when a document under a root changes, is replaced or goes; returns a function that ends the watch. */
export function watchDocument(root: string, parts: readonly string[], changed: () => void): () => void {
  return watchFile(join(root, ...parts), { settleMs: SETTLE_MS }, changed);
}

/** Reports when files under a root come or go; returns a function that ends the watch. */
export async function watchFolders(root: string, changed: () => void): Promise<() => void> {
  let folders = await foldersUnder(root);
  const options = {
    directories: () => folders,
    counts: (event: string, name: string | null) => event === 'rename' && (name === null || !isHidden(name)),
    settleMs: SETTLE_MS,
  };
  return watchDirectories(options, async () => {
    changed();
    folders = await foldersUnder(root);
  });
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
