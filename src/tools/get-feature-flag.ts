// How to write a tool: src/tools/README.md
import { GetFeatureFlagArgs } from '../args/get-feature-flag';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { FlagStore } from '../flags/flag-store';
import { normalName } from '../store/flag-values';
import { onConfig } from '../projects/project-failures';
import { Result } from '../result';

/** Returns the value of a global flag. */
@Tool({
  args: GetFeatureFlagArgs,
  returns: RETURNED.flag,
  description: 'Get a global flag.',
  usage:
    'Reads global flags only; project flags are ignored. If the flag is not set, the result has no value.',
  examples: [{ args: { feature_name: 'content-format' }, explains: 'Returns the global value.' }],
  category: 'flags',
  tags: ['flags', 'global'],
  annotations: {
    title: 'Get global flag',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class GetFeatureFlag {
  constructor(private readonly flags: FlagStore) {}

  run({ featureName }: GetFeatureFlagArgs): Promise<Result<unknown>> {
    return onConfig(async () => {
      const global = await this.flags.global();
      return Result.ok(global.get(normalName(featureName)));
    });
  }
}
