// How to write a tool: src/tools/README.md
import { CategoryChangeArgs } from '../args/category-change';
import { Tool } from '../decorators';
import { Categories } from '../projects/project-categories';
import { inProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Replaces properties of a category. */
@Tool({
  args: CategoryChangeArgs,
  returns: 'string',
  description: 'Change a category of this project.',
  usage:
    'Replaces the properties given and keeps the others. To add or remove single patterns, use category_update.',
  examples: [
    { args: { name: 'lang', new_patterns: ['*.md', '*.txt'] }, explains: 'Replaces the patterns of lang.' },
  ],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'Change category',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryChange {
  constructor(
    private readonly categories: Categories,
    private readonly projects: Projects,
  ) {}

  run({ name, ...changes }: CategoryChangeArgs, { session }: ToolContext): Promise<Result<string>> {
    return inProject(this.projects, session, (project) => this.categories.change(project, name, changes));
  }
}
