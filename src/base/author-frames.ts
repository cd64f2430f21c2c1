import { dirname, sep } from 'node:path';
import { isError } from './any-realm';
import { writtenPlace } from './written-place';

// The directory of our own modules, whether they are bundled or not.
const OWN = __dirname.endsWith(`${sep}base`) ? dirname(__dirname) : __dirname;

const MOST_FRAMES = 3;

/**
 * Returns where an author's code threw an error: its lines of the stack, as they are written where a source map says so, without those of packages, of Node and of our own, and without
 * those of whoever made the call. For `dev` and tests: a client never learns of it.
 */
export function authorFrames(error: unknown): string[] {
  if (!isError(error) || typeof error.stack !== 'string') return [];
  const lines = error.stack.split('\n');
  const entry = lines.findIndex(isEntry);
  return lines
    .slice(0, entry < 0 ? lines.length : entry)
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !isForeign(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim().replace(/(?:file:\/\/|[A-Z]:\\|\/)[^()]+:\d+:\d+/, writtenPlace));
}

// The line of ours that runs a tool, a prompt or a resource: below it are those that called it, such as a test.
function isEntry(line: string): boolean {
  return (
    /at (?:async )?(?:Pipeline\.execute|PromptRegistry\.render|ResourceRegistry\.readNow) \(/.test(line) &&
    isForeign(line)
  );
}

function isForeign(line: string): boolean {
  return (
    /[\\/]node_modules[\\/]|[( ]node:|<anonymous>:|\.bundle-[0-9a-f]+\.cjs:/.test(line) ||
    line.includes(`${OWN}${sep}`)
  );
}
