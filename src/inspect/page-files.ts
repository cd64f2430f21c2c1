import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of the page by their paths, each with its media type. */
export type PageFiles = ReadonlyMap<string, { readonly type: string; readonly body: string }>;

const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
} as const;

/** Reads the files of the page, which the build puts beside this module. */
export async function readPageFiles(directory = join(__dirname, 'page')): Promise<PageFiles> {
  const entries = Object.entries(FILES).map(async ([path, [name, type]]) => {
    const body = await readFile(join(directory, name), 'utf8');
    return [path, { type, body }] as const;
  });
  return new Map(await Promise.all(entries));
}
