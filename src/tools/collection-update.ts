// How to write a tool: src/tools/README.md
import { CollectionUpdateArgs } from '../args/collection-update';
import { Tool } from '../decorators';
import { Collections } from '../projects/project-collections';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Adds and removes members of a collection. */
@Tool({
  args: CollectionUpdateArgs,
  returns: 'string',
  description: 'Add or remove members of a collection.',
  usage: 'Removes first, then adds; existing members are not duplicated.',
  examples: [{ args: { name: 'backend', add_categories: ['docs/api'] }, explains: 'Adds a member.' }],
  category: 'content',
  tags: ['content', 'collection'],
  annotations: {
    title: 'Update collection',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CollectionUpdate {
  constructor(
    private readonly collections: Collections,
    private readonly projects: Projects,
  ) {}

  run(
    { name, addCategories = [], removeCategories = [] }: CollectionUpdateArgs,
    { session }: ToolContext,
  ): Promise<Result<string>> {
    return inProject(this.projects, session, (project) =>
      this.collections.update(project, name, addCategories, removeCategories),
    );
  }
}
