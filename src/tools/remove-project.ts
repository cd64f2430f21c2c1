// How to write a tool: src/tools/README.md
import { RemoveProjectArgs } from '../args/remove-project';
import { RETURNED } from '../args/returned';
import { categoryDirectory } from '../content/document-place';
import { ContentLibrary } from '../content/document-library';
import { Tool } from '../decorators';
import { ownDirectory } from '../projects/category-place';
import { describeProject } from '../projects/describe-project';
import { ambiguousProject, onConfig, unknownProject } from '../projects/project-failures';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Removes a project's settings. */
@Tool({
  args: RemoveProjectArgs,
  returns: RETURNED.project,
  description:
    'Remove a project’s settings.\n\nREQUIRES EXPLICIT USER INSTRUCTION: only when the user specifically asks for this project to be removed.',
  usage:
    'Removes its categories, collections and flags, and returns them. Its directory and its documents stay on disk.',
  examples: [
    {
      args: { name: 'shpo', explicit_action: 'REMOVE_PROJECT' },
      explains: 'Removes a project with a mistyped name.',
    },
  ],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'Remove project',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class RemoveProject {
  constructor(
    private readonly projects: Projects,
    private readonly library: ContentLibrary,
  ) {}

  run({ name }: RemoveProjectArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return onConfig(async () => {
      const found = await this.projects.find(name, session);
      if ('ambiguous' in found) return ambiguousProject(name, found.ambiguous);
      const project = 'ref' in found ? await this.projects.load(found.ref) : undefined;
      if (!project?.saved) return unknownProject(name, await this.projects.list(), this.projects.hints);
      await this.projects.remove(project);
      const own = categoryDirectory(await this.library.place(), ownDirectory(project));
      return Result.ok(describeProject(project, true), {
        message: `Removed the settings of ${project.key}. Documents of its own, if any, stay in ${own}.`,
      });
    });
  }
}
