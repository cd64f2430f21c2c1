import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { foreignGuideDirectory, guideDirectory } from '../app/wiring/find-guide-directory';
import type { Setup } from '../app/pack';
import { replaceFile } from '../disk/file-draft';
import { UsageError } from './command';

/** Copies projects, flags and documents of mcp-guide to our own directory; what is there already is kept. */
export async function importGuide(
  setup: Pick<Setup, 'config' | 'cwd' | 'env'>,
): Promise<{ from: string; to: string }> {
  const from = foreignGuideDirectory(setup.env);
  const to = guideDirectory(setup);
  if (!existsSync(join(from, 'config.yaml')))
    throw new UsageError(`there is no ${join(from, 'config.yaml')} to import`);
  if (existsSync(join(to, 'config.yaml')))
    throw new UsageError(`${join(to, 'config.yaml')} is there already; nothing was imported`);
  makeDirectory(to);
  // The file comes last and in one step: an import that fails halfway can be repeated.
  const file = join(from, 'config.yaml');
  await cp(from, to, { recursive: true, force: false, filter: (source) => source !== file });
  await replaceFile(join(to, 'config.yaml'), await readFile(file, 'utf8'), {
    mode: 0o644,
    mayReplace: async () => !existsSync(join(to, 'config.yaml')),
  });
  return { from, to };
}
