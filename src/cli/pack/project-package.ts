import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UsageError } from '../command';

/** Returns the path of a package's main module in a project; a project without it is told what to install. */
export function projectPackage(directory: string, name: string, purpose: string): string {
  try {
    return createRequire(join(directory, 'package.json')).resolve(name);
  } catch {
    throw new UsageError(
      `${purpose} needs ${name}, which this project doesn't have; run: npm install --save-dev ${name}`,
    );
  }
}
