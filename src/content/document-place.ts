import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { Want } from './expression-plan';

/** Where documents are looked for, and who said so. */
export interface DocumentPlace {
  readonly root: string;
  /** What set the root, for messages. */
  readonly setBy: string;
}

/** Returns the full path of a category's directory. */
export function categoryDirectory({ root }: Pick<DocumentPlace, 'root'>, dir: string): string {
  return join(root, ...dir.split('/').filter((part) => part !== ''));
}

/** Says what is wrong with the directories that were searched, each problem once; an empty list means nothing is. */
export async function placeProblems(place: DocumentPlace, wants: readonly Want[]): Promise<string[]> {
  const root = await directoryProblem(place.root);
  if (root) return [`the document root ${place.root} (${place.setBy}) ${root}`];
  const problems = new Set<string>();
  for (const { name, category } of wants) {
    const directory = categoryDirectory(place, category.dir);
    const problem = await directoryProblem(directory);
    if (problem) problems.add(`the directory of category '${name}', ${directory}, ${problem}`);
  }
  return [...problems];
}

async function directoryProblem(path: string): Promise<string | undefined> {
  try {
    if (!(await fs.stat(path)).isDirectory()) return 'is not a directory';
    await fs.access(path, fs.constants.R_OK | fs.constants.X_OK);
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}
