import { AuthorProblems } from '../author-problems';
import type { App } from '../app/app';
import { hookFailure } from '../app/author-hooks';
import type { CloseFailure } from '../app/close-limits';
import { openEmbedded, type EmbedOptions } from '../app/open-embedded-app';
import type { OpenApp } from '../app/open-loaded-app';
import { inTestDirectory, workInCopy } from './working-copy';

/** Opens an app whose `close` throws what its author's hooks threw: a log of it is nowhere to be seen in a test. */
export async function openTested(app: App, options: EmbedOptions): Promise<OpenApp> {
  const failures: CloseFailure[] = [];
  const { cwd } = options;
  const meant = typeof cwd === 'string' ? { ...options, cwd: inTestDirectory(cwd) } : options;
  const open = await openEmbedded(app, meant, { failed: (failure) => void failures.push(failure) });
  const close = async (): Promise<void> => {
    await open.close();
    const problems = new AuthorProblems();
    for (const { hook, error } of failures.splice(0))
      problems.add(hookFailure(app.name, hook, error), `app '${app.name}'`);
    problems.throwAny();
  };
  return { ...open, close };
}

/** The same in a copy of a directory, which is removed when the app is closed, or can't be opened. */
export async function openInCopy(app: App, options: EmbedOptions, files: string): Promise<OpenApp> {
  const copy = await workInCopy(files);
  try {
    const open = await openTested(app, { ...options, cwd: copy.directory });
    return { ...open, close: () => open.close().finally(copy.remove) };
  } catch (error) {
    await copy.remove();
    throw error;
  }
}
