import { Glob, GlobError } from '../disk/glob';
import { FileProblem } from '../disk/file-problem';

/** Returns a matcher of relative paths that applies a glob at any depth, like `rglob`: `*.ts` finds `src/a/b.ts`. */
export function globMatcher(pattern: string): (path: string) => boolean {
  if (pattern.startsWith('/')) throw invalid(pattern, 'it must be relative; pass the directory as path');
  if (pattern.split(/[\\/]/).includes('..'))
    throw invalid(pattern, 'it must not contain ..; pass the directory as path');
  const wrong = mistakeIn(pattern);
  if (wrong !== undefined) throw invalid(pattern, wrong);
  const ending = ENDING.exec(pattern)?.[1];
  if (ending !== undefined) return (path) => path.endsWith(ending);
  try {
    // What has no slash concerns the name alone, wherever it is.
    const glob = new Glob(
      pattern.startsWith('**/') || !pattern.includes('/') ? pattern : `**/${pattern}`,
      'path',
    );
    return pattern.includes('/')
      ? (path) => glob.matches(path)
      : (path) => glob.matches(path.slice(path.lastIndexOf('/') + 1));
  } catch (error) {
    if (error instanceof GlobError) throw invalid(pattern, error.message);
    throw error;
  }
}

// The most frequent ones: everything, and all names with an ending.
const ENDING = /^(?:\*\*\/)?\*([\w.-]*)$/;

const SET = /^\[[!^]?\]?[^\]]*\]/;

// A shell takes these for plain characters; an agent that wrote them meant something else, and would find nothing.
function mistakeIn(pattern: string): string | undefined {
  let open = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') open++;
    else if (character === '}') open--;
    else if (character === '[') {
      const set = SET.exec(pattern.slice(at))?.[0];
      if (set === undefined) return 'a [ has no ]; write \\[ for a plain one';
      for (const [, low, high] of set.slice(1, -1).matchAll(/(.)-(.)/g))
        if (low! > high!) return `the range ${low}-${high} is empty`;
      at += set.length - 1;
    }
    if (open < 0) return 'a } has no {; write \\} for a plain one';
  }
  return open > 0 ? 'a { has no }; write \\{ for a plain one' : undefined;
}

function invalid(pattern: string, why: string): FileProblem {
  return new FileProblem('failed', `Invalid pattern ${pattern}: ${why}`);
}
