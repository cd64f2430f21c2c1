// How to write a tool: src/tools/README.md
import { CollectionRemoveArgs } from '../args/collection-remove';
import { Tool } from '../decorators';
import { Collections } from '../projects/project-collections';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Removes a collection from the current project. */
@Tool({
  args: CollectionRemoveArgs,
  returns: 'string',
  description: 'Remove a collection from this project.',
  usage: 'Its categories and their documents are kept.',
  examples: [{ args: { name: 'backend' }, explains: 'Removes the collection backend.' }],
  category: 'content',
  tags: ['content', 'collection'],
  annotations: {
    title: 'Remove collection',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class CollectionRemove {
  constructor(
    private readonly collections: Collections,
    private readonly projects: Projects,
  ) {}

  run({ name }: CollectionRemoveArgs, { session }: ToolContext): Promise<Result<string>> {
    return inProject(this.projects, session, (project) => this.collections.remove(project, name));
  }
}
