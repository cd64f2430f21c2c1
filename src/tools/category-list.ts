// How to write a tool: src/tools/README.md
import { CategoryListArgs } from '../args/category-list';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Lists the categories of the current project. */
@Tool({
  args: CategoryListArgs,
  returns: RETURNED.categories,
  description: 'List the categories of this project.',
  usage:
    'Returns each category with directory, patterns and description; with verbose=false, only the names.',
  examples: [
    { args: {}, explains: 'Lists every category with its details.' },
    { args: { verbose: false }, explains: 'Lists only the names.' },
  ],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'List categories',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryList {
  constructor(private readonly projects: Projects) {}

  run({ verbose }: CategoryListArgs, { session }: ToolContext): Promise<Result<unknown>> {
    return withProject(this.projects, session, async ({ categories, ignored }) => {
      const value = verbose
        ? [...categories].map(([name, category]) => ({ name, ...category }))
        : [...categories.keys()];
      return Result.ok(value, {
        ...(ignored.length && { message: `Ignored as invalid in config.yaml: ${ignored.join(', ')}` }),
      });
    });
  }
}
