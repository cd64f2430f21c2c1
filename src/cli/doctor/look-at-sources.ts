import { relative } from 'node:path';
import { forgottenIn, FORGOTTEN_CURE } from '../../generate/forgotten-args';
import { readAppSources } from '../lint/app-sources';
import { problem, type Finding } from './finding';

/** Looks at the sources of a project, for what nothing shows once they are compiled. */
export async function lookAtSources(cwd: string): Promise<Finding[]> {
  const sources = await readAppSources({ globs: undefined, app: undefined, cwd });
  if (!sources) return [];
  return forgottenIn(sources.ts, sources.files).map(({ file, line, className, field }) =>
    problem(
      'arguments',
      `${relative(cwd, file)}:${line} ${className}.${field} has no @Arg, so clients can't send it`,
      FORGOTTEN_CURE,
    ),
  );
}
