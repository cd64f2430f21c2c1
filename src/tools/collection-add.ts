// How to write a tool: src/tools/README.md
import { CollectionAddArgs } from '../args/collection-add';
import { Tool } from '../decorators';
import { Collections } from '../projects/project-collections';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Adds a collection to the current project. */
@Tool({
  args: CollectionAddArgs,
  returns: 'string',
  description: 'Add a collection to this project.',
  usage: 'A collection groups categories (with or without patterns) and other collections under one name.',
  examples: [
    {
      args: {
        name: 'backend',
        categories: ['lang/python', 'docs/api'],
        description: 'What backend work needs',
      },
      explains: 'Afterwards, get_content backend returns both.',
    },
  ],
  category: 'content',
  tags: ['content', 'collection'],
  annotations: {
    title: 'Add collection',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CollectionAdd {
  constructor(
    private readonly collections: Collections,
    private readonly projects: Projects,
  ) {}

  run(
    { name, description, categories }: CollectionAddArgs,
    { session }: ToolContext,
  ): Promise<Result<string>> {
    return inProject(this.projects, session, (project) =>
      this.collections.add(project, name, { categories, ...(description && { description }) }),
    );
  }
}
