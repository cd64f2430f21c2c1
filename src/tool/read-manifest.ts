import { isAbsolute } from 'node:path';
import { isObject } from '../base/json-value';
import { linePartsOf } from '../base/line-parts';
import { AuthorError } from '../errors';
import type { Manifest } from './manifest';
import { manifestIn } from './manifest-text';

/** Reads the manifest that `toolwright generate` wrote. With thousands of tools that takes less time than to import it. */
export function readManifest(file: string | URL): Manifest {
  if (typeof file === 'string' && !isAbsolute(file)) {
    throw new AuthorError(
      'readManifest',
      `takes no relative path such as '${file}': clients start servers in any directory.`,
      "Name it relative to the module: `new URL('./manifest.json', import.meta.url)`, or `join(__dirname, 'manifest.json')` in CommonJS.",
    );
  }
  const manifest = parsed(file);
  if (!isObject(manifest) || !Array.isArray(manifest.tools) || !isObject(manifest.types))
    throw noManifest(file);
  return manifest as unknown as Manifest;
}

function parsed(file: string | URL): unknown {
  try {
    return manifestIn(linePartsOf(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw noManifest(file);
    throw new AuthorError(
      'readManifest',
      `can't read ${String(file)}: ${(error as Error).message}.`,
      'Write it with `toolwright generate --out FILE`, and ship it with the server.',
    );
  }
}

function noManifest(file: string | URL): AuthorError {
  return new AuthorError(
    'readManifest',
    `finds no manifest in ${String(file)}.`,
    'Write it with `toolwright generate --out FILE`.',
  );
}
