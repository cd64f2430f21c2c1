import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Returns whether a module that a file imports belongs to an installed package; one of the same workspace is only linked. */
export function isInstalled(module: string, file: string): boolean {
  const name = module.split('/').slice(0, module.startsWith('@') ? 2 : 1);
  for (let at = dirname(file); ; at = dirname(at)) {
    const found = realOf(join(at, 'node_modules', ...name));
    if (found !== undefined) return found.split(sep).includes('node_modules');
    if (at === dirname(at)) return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
