import type { Io } from '../command';
import { buildAdvice } from './build-layout';
import { compiledFormsOf, findProjectApp } from './find-project-app';
import { isAppNamed, NoAppTaken } from './take-project-app';

/** Returns the refusal that names the app of a directory, if nobody named any. */
export function unnamedApp(
  args: readonly string[],
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
): NoAppTaken | undefined {
  const found = isAppNamed(args, env) ? undefined : findProjectApp(cwd);
  if (!found) return undefined;
  const { source, file } = found;
  return new NoAppTaken(
    `no app is named, and ${source} looks like the app of this directory, so its configuration can't be judged`,
    file === undefined
      ? `${buildAdvice(cwd)} and name it with --app ${compiledFormsOf(source, cwd)[0]}`
      : `Name it with --app ${file}`,
  );
}
