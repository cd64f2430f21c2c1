// How to write a tool: src/tools/README.md
import { SetFeatureFlagArgs } from '../args/set-feature-flag';
import { Tool } from '../decorators';
import { flagProblem, flagWasSet } from '../flags/flag-answers';
import { FlagStore } from '../flags/flag-store';
import { normalName } from '../store/flag-values';
import { onConfig } from '../projects/project-failures';
import type { Result } from '../result';

/** Sets or removes a global flag. */
@Tool({
  args: SetFeatureFlagArgs,
  returns: 'string',
  description: 'Set or remove a global flag.',
  usage:
    'Without value the flag becomes true; null removes it. Projects with their own value for the flag keep it.',
  examples: [
    {
      args: { feature_name: 'content-format', value: 'plain' },
      explains: 'Shows file names in content, unless a project sets another format.',
    },
    { args: { feature_name: 'reviewers', value: ['ada', 'grace'] }, explains: 'Sets a list of strings.' },
  ],
  category: 'flags',
  tags: ['flags', 'global'],
  annotations: {
    title: 'Set global flag',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class SetFeatureFlag {
  constructor(private readonly flags: FlagStore) {}

  run({ featureName, value }: SetFeatureFlagArgs): Promise<Result<string>> {
    const name = normalName(featureName);
    return onConfig(async () => {
      const problem = flagProblem(name, value);
      if (problem) return problem;
      await this.flags.setGlobal(name, value);
      return flagWasSet(name, value, 'Global flag');
    });
  }
}
