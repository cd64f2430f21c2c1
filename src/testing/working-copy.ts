import { cp, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** A copy of a directory, in which this process works until it is removed. */
export interface WorkingCopy {
  readonly directory: string;
  remove(): Promise<void>;
}

// A process works in one directory at a time.
let inUse: string | undefined;
let home: string | undefined;

/** Returns a path that a test gives as the test means it: from the directory that it runs in, not from the copy that its app works in. */
export function inTestDirectory(path: string): string {
  return resolve(home ?? process.cwd(), path);
}

/**
 * Copies a directory into a new temporary one and works there: an app finds its data by the directory that it was opened in, or by that of
 * the process, and neither may be the real one.
 */
export async function workInCopy(files: string): Promise<WorkingCopy> {
  const from = inTestDirectory(files);
  const isDirectory = await stat(from).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isDirectory)
    throw new Error(
      `The option files of testClient names ${from}, which is no directory: put what the app works with there, as it is before the first call.`,
    );
  if (!isMainThread)
    throw new Error(
      'The option files of testClient needs a process of its own, since a thread can’t change its directory: run the tests in processes (`pool: "forks"` of vitest, `workerThreads: false` of jest).',
    );
  if (inUse !== undefined)
    throw new Error(
      `A client of testClient already works in a copy of ${inUse}, and a process has only one directory: close that client first, or use its \`another()\`.`,
    );
  inUse = files;
  const before = (home = process.cwd());
  let directory: string | undefined;
  const remove = async (): Promise<void> => {
    if (inUse === undefined || directory === undefined) return;
    process.chdir(before);
    await rm(directory, { recursive: true, force: true });
    directory = inUse = home = undefined;
  };
  try {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'toolwright-test-')));
    // A link would lead out of the copy, to what must not change.
    await cp(from, directory, { recursive: true, dereference: true });
    process.chdir(directory);
    return { directory, remove };
  } catch (error) {
    await remove();
    inUse = home = undefined;
    throw error;
  }
}
