import { dirname } from 'node:path';
import type { BuildRequest } from '../../dev/build-messages';
import { forgottenIn, forgottenNote } from '../../generate/forgotten-args';
import { COMPILER_CURE, compilerFor, whyNoCompiler } from '../lint/find-compiler';
import { filesOfApp } from '../../generate/files-of-app';
import { compilerOptionsIn, projectFiles } from '../lint/project-files';

/**
 * Returns what the author of a project hardly meant, where the compiler that builds it has no interface to ask: read with
 * another one, or one line that says why nothing could be read.
 */
export function notesOnSources({ tsconfig, source }: BuildRequest): string[] {
  const directory = dirname(tsconfig);
  const ts = compilerFor(directory, source);
  if (!ts)
    return [`fields without @Arg were not looked for: ${whyNoCompiler(directory, source)}. ${COMPILER_CURE}`];
  const files = new Set([...projectFiles(ts, tsconfig), source]);
  const options = compilerOptionsIn(ts, tsconfig);
  return forgottenIn(ts, filesOfApp(ts, { files: [...files], app: source, options })).map(forgottenNote);
}
