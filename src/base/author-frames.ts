import { dirname, sep } from 'node:path';

// The directory of our own modules, whether they are bundled or not.
const OWN = __dirname.endsWith(`${sep}base`) ? dirname(__dirname) : __dirname;

const MOST_FRAMES = 3;

/**
 * Returns where an author's code threw an error: its lines of the stack, without those of packages, of Node and of our own.
 * For `dev` and tests: a client never learns of it.
 */
export function authorFrames(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return [];
  return error.stack
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line) && !isForeign(line))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}

function isForeign(line: string): boolean {
  return (
    /[\\/]node_modules[\\/]|[( ]node:|<anonymous>:|\.bundle-[0-9a-f]+\.cjs:/.test(line) ||
    line.includes(`${OWN}${sep}`)
  );
}
