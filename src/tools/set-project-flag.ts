// How to write a tool: src/tools/README.md
import { SetProjectFlagArgs } from '../args/set-project-flag';
import { Tool } from '../decorators';
import { flagProblem, flagWasSet } from '../flags/flag-answers';
import { FlagStore } from '../flags/flag-store';
import { normalName } from '../store/flag-values';
import { inProject } from '../projects/run-in-project';
import { ensureEntry } from '../projects/project-entry';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Sets or removes a flag of the current project. */
@Tool({
  args: SetProjectFlagArgs,
  returns: 'string',
  description: 'Set or remove a flag of this project.',
  usage:
    'Without value the flag becomes true; null removes it, so the global value applies again. Takes effect immediately, in every running server.',
  examples: [
    {
      args: { feature_name: 'content-format', value: 'mime' },
      explains: 'Returns content as MIME in this project.',
    },
    { args: { feature_name: 'strict-review', value: null }, explains: "Removes the project's own value." },
  ],
  category: 'flags',
  tags: ['flags', 'project'],
  annotations: {
    title: 'Set project flag',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class SetProjectFlag {
  constructor(
    private readonly flags: FlagStore,
    private readonly projects: Projects,
  ) {}

  run({ featureName, value }: SetProjectFlagArgs, { session }: ToolContext): Promise<Result<string>> {
    const name = normalName(featureName);
    return inProject(this.projects, session, async (project) => {
      const problem = flagProblem(name, value);
      if (problem) return problem;
      await this.flags.setProject(project.key, name, value, (draft) => ensureEntry(draft, project));
      return flagWasSet(name, value, 'Flag');
    });
  }
}
