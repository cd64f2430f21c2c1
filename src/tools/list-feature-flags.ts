// How to write a tool: src/tools/README.md
import { ListFeatureFlagsArgs } from '../args/list-feature-flags';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { listFlags } from '../flags/flag-answers';
import { FlagStore } from '../flags/flag-store';
import { onConfig } from '../projects/project-failures';
import type { Result } from '../result';

/** Lists the global flags. */
@Tool({
  args: ListFeatureFlagsArgs,
  returns: RETURNED.flags,
  description: 'List the global flags.',
  usage:
    'Returns an object of names and values or, for an exact name, just the value. Project flags are not included.',
  examples: [
    { args: {}, explains: 'Lists every global flag.' },
    {
      args: { feature_name: 'content-*' },
      explains: 'Lists the global flags whose names start with content-.',
    },
  ],
  category: 'flags',
  tags: ['flags', 'global'],
  annotations: {
    title: 'List global flags',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ListFeatureFlags {
  constructor(private readonly flags: FlagStore) {}

  run({ featureName }: ListFeatureFlagsArgs): Promise<Result<unknown>> {
    return onConfig(async () => listFlags(await this.flags.global(), featureName));
  }
}
