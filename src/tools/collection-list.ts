// How to write a tool: src/tools/README.md
import { CollectionListArgs } from '../args/collection-list';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Lists the collections of the current project. */
@Tool({
  args: CollectionListArgs,
  returns: RETURNED.collections,
  description: 'List the collections of this project.',
  usage: 'Returns each collection with members and description; with verbose=false, only the names.',
  examples: [
    { args: {}, explains: 'Lists every collection with its details.' },
    { args: { verbose: false }, explains: 'Lists only the names.' },
  ],
  category: 'content',
  tags: ['content', 'collection'],
  annotations: {
    title: 'List collections',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CollectionList {
  constructor(private readonly projects: Projects) {}

  run({ verbose }: CollectionListArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return withProject(this.projects, session, async ({ collections, ignored }) => {
      const value = verbose
        ? [...collections].map(([name, collection]) => ({ name, ...collection }))
        : [...collections.keys()];
      return Result.ok(value, {
        ...(ignored.length && { message: `Ignored as invalid in config.yaml: ${ignored.join(', ')}` }),
      });
    });
  }
}
