import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERSION_CONTROL = new Set(['git', 'hg', 'svn', 'jj']);

// The commands of version control that leave the files of the working tree as they are; any other may replace them.
const LEAVES_FILES = new Set(
  (
    'add annotate archive blame branch bundle cat cat-file check-attr check-ignore cherry commit commit-tree config count-objects describe ' +
    'diff diff-files diff-index diff-tree fetch for-each-ref format-patch fsck gc grep hash-object heads help info init log ls-files ls-remote ' +
    'ls-tree maintenance merge-base merge-tree name-rev notes prune push reflog remote repack rev-list rev-parse shortlog show ' +
    'show-branch show-ref status tag tags update-index update-ref var verify-commit verify-tag version whatchanged write-tree'
  ).split(' '),
);

/** Returns whether a program is one of version control. */
export function isVersionControl(program: string): boolean {
  return VERSION_CONTROL.has(program);
}

/** Returns whether a command may replace any file of its working tree by another version, as `git switch` does. */
export function rewritesTree(program: string, words: readonly string[]): boolean {
  if (!VERSION_CONTROL.has(program)) return false;
  const command = words.find((word) => !word.startsWith('-'));
  return command !== undefined && !LEAVES_FILES.has(command);
}

/** Returns the directory of the working tree that a directory belongs to; itself if it belongs to none. */
export function workingTree(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    if (['.git', '.hg', '.svn', '.jj'].some((name) => existsSync(join(at, name)))) return at;
    if (at === dirname(at)) return directory;
  }
}
