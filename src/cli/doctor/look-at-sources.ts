import { relative } from 'node:path';
import { forgottenArgs, FORGOTTEN_CURE } from '../../generate/forgotten-args';
import { readAppSources } from '../lint/app-sources';
import { problem, type Finding } from './finding';

/** Looks at the sources of a project, for what nothing shows once they are compiled. */
export async function lookAtSources(cwd: string): Promise<Finding[]> {
  const sources = await readAppSources({ globs: undefined, app: undefined, cwd });
  if (!sources) return [];
  const { ts, files } = sources;
  return files
    .flatMap((file) => {
      const text = ts.sys.readFile(file) ?? '';
      return forgottenArgs(ts, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
    })
    .map(({ file, line, className, field }) =>
      problem(
        'arguments',
        `${relative(cwd, file)}:${line} ${className}.${field} has no @Arg, so clients can't send it`,
        FORGOTTEN_CURE,
      ),
    );
}
