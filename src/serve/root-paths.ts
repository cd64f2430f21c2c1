import { fileURLToPath } from 'node:url';

/** Returns the directories of this machine that a client's roots name; what is no such URL is left out. */
export function rootPaths(uris: readonly unknown[]): string[] {
  return uris.filter(isFileUrl).flatMap((uri) => {
    try {
      const path = fileURLToPath(uri);
      return path.includes('\0') ? [] : [path];
    } catch {
      // Of another machine, or with an encoded slash in a name.
      return [];
    }
  });
}

/**
 * Returns the directories that a client's roots narrow paths to; none if they name no files. Throws if all the files that
 * they name are elsewhere: without any of them nothing would be narrowed.
 */
export function narrowingRoots(uris: readonly unknown[]): string[] {
  const paths = rootPaths(uris);
  if (!paths.length && uris.some(isFileUrl))
    throw new Error("None of the client's roots is a directory of this machine, so no path is within them");
  return paths;
}

function isFileUrl(uri: unknown): uri is string {
  return typeof uri === 'string' && uri.slice(0, 7).toLowerCase() === 'file://';
}
