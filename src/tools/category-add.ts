// How to write a tool: src/tools/README.md
import { CategoryAddArgs } from '../args/category-add';
import { Tool } from '../decorators';
import { Categories } from '../projects/categories';
import { inProject } from '../projects/in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Adds a category to the current project. */
@Tool({
  args: CategoryAddArgs,
  returns: 'string',
  description: 'Add a category to this project.',
  usage:
    'A category is a directory under the document root, with patterns that select its documents. Read them with get_content.',
  examples: [
    {
      args: { name: 'lang', dir: 'languages', patterns: ['*.md'], description: 'Rules for each language' },
      explains: 'Afterwards, get_content lang/python returns languages/python.md.',
    },
  ],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'Add category',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryAdd {
  constructor(
    private readonly categories: Categories,
    private readonly projects: Projects,
  ) {}

  run(
    { name, dir = name, patterns, description }: CategoryAddArgs,
    { session }: ToolContext,
  ): Promise<Result<string>> {
    return inProject(this.projects, session, (project) =>
      this.categories.add(project, name, { dir, patterns, ...(description && { description }) }),
    );
  }
}
