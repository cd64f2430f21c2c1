// How to write a tool: src/tools/README.md
import { ListProjectFlagsArgs } from '../args/list-project-flags';
import { Tool } from '../decorators';
import { listFlags } from '../flags/flag-answers';
import { FlagStore } from '../flags/flag-store';
import { inProject } from '../projects/in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Lists the flags that hold in the current project. */
@Tool({
  args: ListProjectFlagsArgs,
  description: 'List the flags of this project.',
  usage:
    'With a name the value alone, with a pattern or nothing an object of names and values. active=false leaves global flags out.',
  examples: [
    { args: {}, explains: 'Everything that holds here.' },
    { args: { feature_name: 'content-*' }, explains: 'The flags whose names begin with content-.' },
    { args: { active: false }, explains: 'What this project sets for itself.' },
  ],
  category: 'flags',
  tags: ['flags', 'project'],
  annotations: {
    title: 'List project flags',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ListProjectFlags {
  constructor(
    private readonly flags: FlagStore,
    private readonly projects: Projects,
  ) {}

  run({ featureName, active }: ListProjectFlagsArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return inProject(this.projects, session, async ({ key }) => {
      const flags = active ? await this.flags.active(key) : await this.flags.project(key);
      return listFlags(flags, featureName);
    });
  }
}
