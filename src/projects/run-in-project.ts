import { Result } from '../result';
import type { Session } from '../tool-context';
import { noProject, onConfig } from './project-failures';
import type { Project, ProjectRef } from './project';
import type { Projects } from './projects';

/** Runs work in the session's project; without one, returns a failure that says how to choose it. */
export function inProject<T>(
  projects: Projects,
  session: Session | undefined,
  work: (project: ProjectRef) => Promise<Result<T>>,
): Promise<Result<T>> {
  return onConfig(async () => {
    const ref = await projects.current(session);
    return ref ? work(ref) : noProject(projects.hints);
  });
}

/** The same, with the project's settings loaded. */
export function withProject<T>(
  projects: Projects,
  session: Session | undefined,
  work: (project: Project) => Promise<Result<T>>,
): Promise<Result<T>> {
  return inProject(projects, session, async (ref) => work(await projects.load(ref)));
}
