import { Glob, GlobError } from '../disk/glob';
import { FileProblem } from '../disk/file-problem';

/** Returns a matcher of relative paths that applies a glob at any depth, like `rglob`: `*.ts` finds `src/a/b.ts`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('/')) throw invalid(pattern, 'it must be relative; pass the directory as path');
  if (pattern.split(/[\\/]/).includes('..'))
    throw invalid(pattern, 'it must not contain ..; pass the directory as path');
  try {
    const glob = new Glob(pattern.startsWith('**/') ? pattern : `**/${pattern}`, 'path');
    return (path) => glob.matches(path);
  } catch (error) {
    if (error instanceof GlobError) throw invalid(pattern, error.message);
    throw error;
  }
}

function invalid(pattern: string, why: string): FileProblem {
  return new FileProblem('failed', `Invalid pattern ${pattern}: ${why}`);
}
