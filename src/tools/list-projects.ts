// How to write a tool: src/tools/README.md
import { ListProjectsArgs } from '../args/list-projects';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { describeProject } from '../projects/describe-project';
import { onConfig } from '../projects/project-failures';
import { Projects } from '../projects/projects';
import { Result } from '../result';

/** Lists every configured project. */
@Tool({
  args: ListProjectsArgs,
  returns: RETURNED.projects,
  description: 'List all projects.',
  usage: 'Returns key, name and path of each; verbose adds its settings.',
  examples: [{ args: {}, explains: 'Lists keys, names and paths.' }],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'List projects',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ListProjects {
  constructor(private readonly projects: Projects) {}

  run({ verbose }: ListProjectsArgs): Promise<Result<unknown>> {
    return onConfig(async () => {
      const refs = await this.projects.list();
      const all = await Promise.all(refs.map((ref) => this.projects.load(ref)));
      return Result.ok(all.map((project) => describeProject(project, verbose)));
    });
  }
}
