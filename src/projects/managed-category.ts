import type { NamedCategory } from '../content/documents';
import type { Result } from '../result';
import type { Session } from '../tool-context';
import { unknownCategory } from './categories';
import { withProject } from './in-project';
import type { Projects } from './projects';

/** Runs work on a category of the session's project, given by directory or name. */
export function managedCategory<T>(
  projects: Projects,
  session: Session | undefined,
  dirOrName: string,
  work: (where: NamedCategory) => Promise<Result<T>>,
): Promise<Result<T>> {
  return withProject(projects, session, async (project) => {
    const wanted = dirOrName.replace(/\/+$/, '');
    const byDir = [...project.categories].find(([, { dir }]) => dir.replace(/\/+$/, '') === wanted);
    const byName = project.categories.get(dirOrName);
    if (byDir) return work({ name: byDir[0], category: byDir[1] });
    return byName
      ? work({ name: dirOrName, category: byName })
      : unknownCategory(dirOrName, project, projects.hints);
  });
}
