// How to write a tool: src/tools/README.md
import { GetProjectFlagArgs } from '../args/get-project-flag';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { FlagStore } from '../flags/flag-store';
import { normalName } from '../store/flag-values';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Returns the value of a flag in the current project. */
@Tool({
  args: GetProjectFlagArgs,
  returns: RETURNED.flag,
  description: 'Get the value of a flag in this project.',
  usage:
    "Returns the project's own value, or else the global one. If the flag is not set, the result has no value.",
  examples: [
    { args: { feature_name: 'content-format' }, explains: 'Returns the value that applies to this project.' },
  ],
  category: 'flags',
  tags: ['flags', 'project'],
  annotations: {
    title: 'Get project flag',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class GetProjectFlag {
  constructor(
    private readonly flags: FlagStore,
    private readonly projects: Projects,
  ) {}

  run({ featureName }: GetProjectFlagArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return inProject(this.projects, session, async ({ key }) => {
      const active = await this.flags.active(key);
      return Result.ok(active.get(normalName(featureName)));
    });
  }
}
