import { fileURLToPath } from 'node:url';

/** Returns the directories of this machine that a client's roots name; what is no such URL is left out. */
export function rootPaths(uris: readonly unknown[]): string[] {
  return uris.flatMap((uri) => {
    try {
      return typeof uri === 'string' && uri.slice(0, 7).toLowerCase() === 'file://'
        ? [fileURLToPath(uri)]
        : [];
    } catch {
      // Of another machine, or with an encoded slash in a name.
      return [];
    }
  });
}
