// How to write a tool: src/tools/README.md
import { ListProjectFlagsArgs } from '../args/list-project-flags';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { listFlags } from '../flags/flag-answers';
import { FlagStore } from '../flags/flag-store';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Lists the flags that apply to the current project. */
@Tool({
  args: ListProjectFlagsArgs,
  returns: RETURNED.flags,
  description: 'List the flags of this project.',
  usage:
    'Returns an object of names and values or, for an exact name, just the value. Global flags are included unless active=false.',
  examples: [
    { args: {}, explains: 'Lists every flag that applies to this project.' },
    { args: { feature_name: 'content-*' }, explains: 'Lists the flags whose names start with content-.' },
    { args: { active: false }, explains: 'Lists only the flags that this project sets.' },
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
