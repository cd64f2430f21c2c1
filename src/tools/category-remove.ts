// How to write a tool: src/tools/README.md
import { CategoryRemoveArgs } from '../args/category-remove';
import { Tool } from '../decorators';
import { Categories } from '../projects/project-categories';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Removes a category from the current project. */
@Tool({
  args: CategoryRemoveArgs,
  returns: 'string',
  description: 'Remove a category from this project.',
  usage: 'Also removes it from every collection. Its documents stay on disk.',
  examples: [{ args: { name: 'lang' }, explains: 'Removes the category lang.' }],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'Remove category',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class CategoryRemove {
  constructor(
    private readonly categories: Categories,
    private readonly projects: Projects,
  ) {}

  run({ name }: CategoryRemoveArgs, { session }: ToolContext): Promise<Result<string>> {
    return inProject(this.projects, session, (project) => this.categories.remove(project, name));
  }
}
