// How to write a tool: src/tools/README.md
import { SetProjectArgs } from '../args/set-project';
import { RETURNED } from '../args/returned';
import { withHint } from '../content/content-hints';
import { Tool } from '../decorators';
import { describeProject } from '../projects/describe-project';
import { ambiguousProject, invalidField, onConfig, unknownProject } from '../projects/project-failures';
import { projectNameProblem } from '../projects/project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Chooses the project of this session. */
@Tool({
  args: SetProjectArgs,
  returns: RETURNED.project,
  description: 'Switch this session to a project.',
  usage:
    'Takes a name or key; an unknown name is refused unless create is true. Applies until the session ends or switches to another project.',
  examples: [{ args: { name: 'shop' }, explains: 'Uses the flags and content of shop from now on.' }],
  category: 'project',
  tags: ['project'],
  annotations: {
    title: 'Set project',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class SetProject {
  constructor(private readonly projects: Projects) {}

  run({ name, create, verbose }: SetProjectArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return onConfig(async () => {
      const problem = projectNameProblem(name);
      if (problem) return invalidField('name', problem, 'invalid_name');
      const known = await this.projects.list();
      const found = await this.projects.bind(name, session, { create });
      if ('ambiguous' in found) return ambiguousProject(name, found.ambiguous);
      const { hints } = this.projects;
      if ('none' in found) return unknownProject(name, found.none, hints, hints.unknown_project);
      const isNew = create && !known.some(({ key }) => key === found.ref.key);
      return Result.ok(describeProject(await this.projects.load(found.ref), verbose), {
        ...(isNew && { message: `${withHint(`Created project '${name}'`, hints.project_created)}.` }),
      });
    });
  }
}
