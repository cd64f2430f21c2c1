// How to write a tool: src/tools/README.md
import { CollectionChangeArgs } from '../args/collection-change';
import { Tool } from '../decorators';
import { Collections } from '../projects/project-collections';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Replaces properties of a collection. */
@Tool({
  args: CollectionChangeArgs,
  returns: 'string',
  description: 'Change a collection of this project.',
  usage:
    'Replaces the properties given and keeps the others. To add or remove single members, use collection_update.',
  examples: [
    {
      args: { name: 'backend', new_categories: ['lang/python'] },
      explains: 'Replaces the members of backend.',
    },
  ],
  category: 'content',
  tags: ['content', 'collection'],
  annotations: {
    title: 'Change collection',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CollectionChange {
  constructor(
    private readonly collections: Collections,
    private readonly projects: Projects,
  ) {}

  run({ name, ...changes }: CollectionChangeArgs, { session }: ToolContext): Promise<Result<string>> {
    return inProject(this.projects, session, (project) => this.collections.change(project, name, changes));
  }
}
