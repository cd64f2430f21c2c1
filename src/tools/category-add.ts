// How to write a tool: src/tools/README.md
import { CategoryAddArgs } from '../args/category-add';
import { categoryNameProblem } from '../content/category';
import { categoryDirectory } from '../content/document-place';
import { ContentLibrary } from '../content/document-library';
import { Tool } from '../decorators';
import { Categories } from '../projects/project-categories';
import { defaultDirectory, projectsSharing, sharingNote } from '../projects/category-place';
import { inProject } from '../projects/run-in-project';
import { invalidField } from '../projects/project-failures';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Adds a category to the current project. */
@Tool({
  args: CategoryAddArgs,
  returns: 'string',
  description: 'Add a category to this project.',
  usage:
    'A category is a directory under the document root, with patterns that select its documents. Read them with get_content. Projects that name the same directory share its documents.',
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
    private readonly library: ContentLibrary,
  ) {}

  run(
    { name, dir: given, patterns, description }: CategoryAddArgs,
    { session }: ToolContext,
  ): Promise<Result<string>> {
    return inProject(this.projects, session, async (project) => {
      const place = await this.library.place();
      const problem = categoryNameProblem(name);
      if (problem) return invalidField('name', problem, 'invalid_name');
      const dir = given ?? (await defaultDirectory(place, project, name));
      const category = { dir, patterns, ...(description && { description }) };
      const added = await this.categories.add(project, name, category);
      if (!added.isOk()) return added;
      const sharing = sharingNote(await projectsSharing(this.projects, project, dir));
      const where = `Its documents are in ${categoryDirectory(place, dir)}.`;
      return Result.ok(added.value, { message: sharing ? `${where} ${sharing}` : where });
    });
  }
}
