// How to write a tool: src/tools/README.md
import { ListProjectArgs } from '../args/list-project';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { describeProject } from '../projects/describe-project';
import { ambiguousProject, onConfig, unknownProject } from '../projects/project-failures';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Describes one project, the current one or another. */
@Tool({
  args: ListProjectArgs,
  returns: RETURNED.project,
  description: 'Show one project.',
  usage:
    'Returns name, key and path of a project, given by name or key; by default the current one. Does not switch to it.',
  examples: [{ args: { name: 'shop', verbose: true }, explains: 'Returns all settings of shop.' }],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'Show project',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ListProject {
  constructor(private readonly projects: Projects) {}

  run({ name, verbose }: ListProjectArgs, { session }: ToolContext): Promise<Result<unknown>> {
    if (name === undefined) {
      return withProject(this.projects, session, async (project) =>
        Result.ok(describeProject(project, verbose)),
      );
    }
    return onConfig(async () => {
      const found = await this.projects.find(name, session);
      if ('ambiguous' in found) return ambiguousProject(name, found.ambiguous);
      if ('none' in found) return unknownProject(name, found.none, this.projects.hints);
      return Result.ok(describeProject(await this.projects.load(found.ref), verbose));
    });
  }
}
