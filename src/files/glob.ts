import picomatch from 'picomatch';
import { FileProblem } from '../policy/file-problem';

const MOST_BRACES = 10;

/** Returns a matcher of relative paths that applies a glob at any depth, like `rglob`: `*.ts` finds `src/a/b.ts`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('/')) throw invalid(pattern, 'it must be relative; pass the directory as path');
  if (pattern.split(/[\\/]/).includes('..'))
    throw invalid(pattern, 'it must not contain ..; pass the directory as path');
  if ((pattern.match(/[{(]/g) ?? []).length > MOST_BRACES)
    throw invalid(pattern, `it has more than ${MOST_BRACES} brace groups`);
  const options = { dot: true, maxLength: 1_100 };
  const matches = picomatch(pattern.startsWith('**/') ? pattern : `**/${pattern}`, options);
  return (path) => matches(path);
}

function invalid(pattern: string, why: string): FileProblem {
  return new FileProblem('failed', `Invalid pattern ${pattern}: ${why}`);
}
