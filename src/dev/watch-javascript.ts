import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchDirectories } from '../disk/watch-files';
import type { BuildMessage } from './build-messages';

const SETTLE_MS = 15;
const MOST_DIRECTORIES = 1_000;
const LOADED = /\.(?:[cm]?[jt]s|json)$/;

/** Reports every save below the directory of an app that needs no compiler; returns a function that stops it. */
export function watchJavaScript(entry: string, tell: (message: BuildMessage) => void): () => void {
  const built = (): void => {
    tell({ kind: 'changed' });
    tell({ kind: 'built', entry });
  };
  built();
  return watchDirectories(
    {
      settleMs: SETTLE_MS,
      directories: () => directoriesBelow(dirname(entry)),
      counts: (_event, name) => name === null || LOADED.test(name),
    },
    built,
  );
}

function directoriesBelow(root: string): string[] {
  const found = [root];
  for (let at = 0; at < found.length && found.length < MOST_DIRECTORIES; at++) {
    for (const entry of entriesOf(found[at]!))
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
        found.push(join(found[at]!, entry.name));
  }
  return found;
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // It was deleted meanwhile.
    return [];
  }
}
