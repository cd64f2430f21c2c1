// How to write a tool: src/tools/README.md
import { CloneProjectArgs } from '../args/clone-project';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { cloneProject, type CloneReport } from '../projects/clone-project';
import {
  ambiguousProject,
  invalidField,
  noProject,
  onConfig,
  unknownProject,
} from '../projects/project-failures';
import { projectNameProblem, projectRef, type ProjectRef } from '../projects/project';
import { Projects } from '../projects/projects';
import { Result, type Failure } from '../result';
import type { Session, ToolContext } from '../tool-context';

/** Copies the settings of one project to another. */
@Tool({
  args: CloneProjectArgs,
  returns: RETURNED.cloned,
  description: 'Copy a project’s settings to another project.',
  usage:
    'Copies categories, collections and flags. With merge, the target’s own settings win unless force is set. Without merge, all its settings are replaced, which requires force unless it has none.',
  examples: [
    { args: { from_project: 'shop' }, explains: 'Adds the settings of shop to the current project.' },
    {
      args: { from_project: 'shop', to_project: 'shop-next', merge: false, force: true },
      explains: 'Replaces the settings of shop-next with those of shop.',
    },
  ],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'Clone project',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class CloneProject {
  constructor(private readonly projects: Projects) {}

  run(
    { fromProject, toProject, merge, force }: CloneProjectArgs,
    { session }: ToolContext,
  ): Promise<Result<CloneReport>> {
    return onConfig(async () => {
      const from = await this.projects.find(fromProject, session);
      if ('ambiguous' in from) return ambiguousProject(fromProject, from.ambiguous);
      if ('none' in from) return unknownProject(fromProject, from.none, this.projects.hints);
      const to =
        toProject === undefined
          ? ((await this.projects.current(session)) ?? noProject(this.projects.hints))
          : await this.target(toProject, session);
      if (to instanceof Result) return to;
      if (to.key === from.ref.key) return invalidField('to_project', 'is the same project as from_project');
      return cloneProject(this.projects, await this.projects.load(from.ref), to, { merge, force });
    });
  }

  private async target(name: string, session: Session | undefined): Promise<ProjectRef | Failure> {
    const found = await this.projects.find(name, session);
    if ('ref' in found) return found.ref;
    if ('ambiguous' in found) return ambiguousProject(name, found.ambiguous);
    const problem = projectNameProblem(name);
    return problem ? invalidField('to_project', problem, 'invalid_name') : projectRef(name, undefined);
  }
}
