import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { version } from '../../app/package-version';
import { UsageError, type Io } from '../command';

/** Returns what a new project depends on as toolwright: a file is named from here, but npm reads its path from the project. */
export function packageFor(project: string, named: string | undefined, { cwd }: Io): string {
  if (named === undefined) return `^${version()}`;
  const file = resolve(cwd, named.replace(/^file:/, ''));
  if (existsSync(file)) return `file:${relative(project, file)}`;
  if (!isPath(named)) return named;
  throw new UsageError(`--toolwright: there is no file ${file}; make one with npm pack`);
}

// All else is a version, a tag or an address, which npm looks up.
function isPath(named: string): boolean {
  const isPacked = /\.(?:tgz|tar\.gz|tar)$/.test(named) && !/^[a-z+]{2,}:/i.test(named);
  return isPacked || /^(?:file:|[./~\\]|[a-z]:[\\/])/i.test(named);
}
