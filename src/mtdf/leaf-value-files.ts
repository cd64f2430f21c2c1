import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArgvWord } from './leaf-argv';

/** The words of a command line with their value files written, the directory of the files, and how to remove them. */
export interface WrittenWords {
  readonly words: string[];
  readonly directories: readonly string[];
  release(): Promise<void>;
}

/** Writes values that are passed in files to a private directory. */
export async function wordsWithFiles(words: readonly ArgvWord[], tempDir: string): Promise<WrittenWords> {
  if (!words.some((word) => typeof word !== 'string')) {
    return { words: words as string[], directories: [], release: async () => undefined };
  }
  const directory = await mkdtemp(join(tempDir, 'toolwright-'));
  const written = words.map(async (word, index) => {
    if (typeof word === 'string') return word;
    const file = join(directory, `value-${index}`);
    await writeFile(file, word.content, { mode: 0o600 });
    return file;
  });
  const release = (): Promise<void> => rm(directory, { recursive: true, force: true });
  return { words: await Promise.all(written), directories: [directory], release };
}
