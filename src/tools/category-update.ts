// How to write a tool: src/tools/README.md
import { CategoryUpdateArgs } from '../args/category-update';
import { Tool } from '../decorators';
import { Categories } from '../projects/project-categories';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Adds and removes patterns of a category. */
@Tool({
  args: CategoryUpdateArgs,
  returns: 'string',
  description: 'Add or remove patterns of a category.',
  usage: 'Removes first, then adds; existing patterns are not duplicated.',
  examples: [
    {
      args: { name: 'lang', add_patterns: ['*.txt'], remove_patterns: ['*.rst'] },
      explains: 'Adds one pattern and removes another.',
    },
  ],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'Update category',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryUpdate {
  constructor(
    private readonly categories: Categories,
    private readonly projects: Projects,
  ) {}

  run(
    { name, addPatterns = [], removePatterns = [] }: CategoryUpdateArgs,
    { session }: ToolContext,
  ): Promise<Result<string>> {
    return inProject(this.projects, session, (project) =>
      this.categories.update(project, name, addPatterns, removePatterns),
    );
  }
}
