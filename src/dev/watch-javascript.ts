import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { watchDirectories } from '../disk/watch-files';
import type { BuildMessage, Builder } from './build-messages';
import { fileStamp, type Stamps } from './file-stamps';

const SETTLE_MS = 15;
const MOST_DIRECTORIES = 1_000;

// All that is stamped is looked at again before each message is answered, in some 2 µs a file.
const MOST_FILES = 2_000;

const CODE = /\.[cm]?[jt]s$/;
const LOADED = /\.(?:[cm]?[jt]s|json)$/;

/** Reports every save below the directory of an app that needs no compiler. */
export function watchJavaScript(entry: string, tell: (message: BuildMessage) => void): Builder {
  let known: Stamps = [];
  const look = (isReported = false): void => {
    tell({ kind: 'changed' });
    const { directories, files, crowded } = filesBelow(dirname(entry));
    const stamps = files.map((path) => [path, fileStamp(path)] as const);
    const counted = [...stamps, ...directories.filter(([path]) => crowded.has(path))];
    const madeOf = [...directories, ...stamps];
    // What else is written beside them makes no difference; of what is not looked at, only a report can tell.
    const isSame = isDeepStrictEqual(counted, known) && !(isReported && crowded.size);
    tell(isSame ? { kind: 'unchanged', madeOf } : { kind: 'built', entry, madeOf });
    known = counted;
  };
  look();
  const stop = watchDirectories(
    {
      settleMs: SETTLE_MS,
      directories: () => filesBelow(dirname(entry)).directories.map(([path]) => path),
      counts: (_event, name) => name === null || LOADED.test(name),
    },
    () => look(true),
  );
  let soon: NodeJS.Timeout | undefined;
  return {
    // What is saved often comes in several files.
    look: () => {
      clearTimeout(soon);
      soon = setTimeout(look, SETTLE_MS);
    },
    stop: () => {
      clearTimeout(soon);
      stop();
    },
  };
}

interface Below {
  readonly directories: Stamps;
  /** What may be loaded: code before data, no more than may be looked at. */
  readonly files: readonly string[];
  /** The directories of what is too much to be looked at. */
  readonly crowded: ReadonlySet<string>;
}

// Directories are looked at before what is in them.
function filesBelow(root: string): Below {
  const directories: [string, Stamps[number][1]][] = [[root, fileStamp(root)]];
  const code: string[] = [];
  const data: string[] = [];
  for (let at = 0; at < directories.length; at++) {
    const [directory] = directories[at]!;
    for (const entry of entriesOf(directory)) {
      const path = join(directory, entry.name);
      if (LOADED.test(entry.name)) (CODE.test(entry.name) ? code : data).push(path);
      else if (isLookedInto(entry) && directories.length < MOST_DIRECTORIES)
        directories.push([path, fileStamp(path)]);
    }
  }
  const all = [...code, ...data];
  return {
    directories,
    files: all.slice(0, MOST_FILES),
    crowded: new Set(all.slice(MOST_FILES).map((path) => dirname(path))),
  };
}

function isLookedInto(entry: { name: string; isDirectory(): boolean }): boolean {
  return entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
}

function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    // It was deleted meanwhile.
    return [];
  }
}
