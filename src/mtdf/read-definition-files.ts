import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { GUIDANCE_FILE } from './definition-guidance';

/** A file's text, or why it could not be read. */
export type DefinitionText = { file: string; text: string } | { file: string; error: string };

// Files of other programs that are also kept in directories called `tools`.
const NOT_OURS = /^(tool_guidance|mtdf-schema|package|package-lock|tsconfig.*|jsconfig)\.json$/;
const LARGEST = 1024 * 1024;

/** Reads the definition files of a directory, sorted by name; none if it does not exist. */
export async function definitionFiles(directory: string): Promise<DefinitionText[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : [{ file: directory, error: message }];
  }
  const chosen = names
    .filter((name) => name.endsWith('.json') && !name.startsWith('.') && !NOT_OURS.test(name))
    .sort();
  return Promise.all(chosen.map((name) => readText(join(directory, name))));
}

/** Reads the guidance file of a directory: in it, or one directory above. */
export async function guidanceFileOf(directory: string): Promise<DefinitionText | undefined> {
  for (const place of [directory, dirname(directory)]) {
    const read = await readText(join(place, GUIDANCE_FILE));
    if ('text' in read) return read;
  }
  return undefined;
}

/** Reads one regular file of limited size. */
export async function readText(file: string): Promise<DefinitionText> {
  try {
    const facts = await stat(file);
    if (!facts.isFile()) return { file, error: 'is not a regular file' };
    if (facts.size > LARGEST) return { file, error: `is larger than ${LARGEST} bytes` };
    return { file, text: await readFile(file, 'utf8') };
  } catch (error) {
    return { file, error: (error as Error).message };
  }
}
