import type { NamedCategory } from '../content/documents';
import { Result } from '../result';
import type { Session } from '../tool-context';
import { unknownCategory } from './project-categories';
import { projectsSharing, sharingNote } from './category-place';
import { withProject } from './run-in-project';
import type { Projects } from './projects';

/** Changes something in a category of the session's project, given by directory or name; says whom it also concerns. */
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
    const [name, category] = byDir ?? [dirOrName, byName];
    if (!category) return unknownCategory(dirOrName, project, projects.hints);
    const done = await work({ name, category });
    if (!done.isOk()) return done;
    const sharing = sharingNote(await projectsSharing(projects, project, category.dir));
    return sharing ? Result.ok(done.value, { message: `${done.message ?? ''} ${sharing}`.trim() }) : done;
  });
}
