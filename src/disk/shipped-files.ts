import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the path of something shipped with the package, such as `definitions`, wherever this file was built to. */
export function shipped(directory: string, marker: string): string {
  for (let at = __dirname; ; at = dirname(at)) {
    const found = join(at, directory);
    if (existsSync(join(found, marker)) || at === dirname(at)) return found;
  }
}
