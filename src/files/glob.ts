import picomatch from 'picomatch';
import { FileProblem } from '../policy/file-problem';

const MOST_BRACES = 10;

/** Tells whether a relative path matches a glob at any depth, as `rglob` does: `*.ts` finds `src/a/b.ts`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('/')) throw invalid(pattern, 'it must be relative; name the directory with path');
  if (pattern.split(/[\\/]/).includes('..'))
    throw invalid(pattern, 'it can’t lead upwards; name the directory with path');
  if ((pattern.match(/[{(]/g) ?? []).length > MOST_BRACES)
    throw invalid(pattern, `it has more than ${MOST_BRACES} groups`);
  const options = { dot: true, maxLength: 1_100 };
  const matches = picomatch(pattern.startsWith('**/') ? pattern : `**/${pattern}`, options);
  return (path) => matches(path);
}

function invalid(pattern: string, why: string): FileProblem {
  return new FileProblem('failed', `Invalid pattern ${pattern}: ${why}`);
}
