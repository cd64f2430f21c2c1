// How to write a tool: src/tools/README.md
import { CategoryListFilesArgs } from '../args/category-list-files';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { documentUri } from '../content/join-documents';
import { contentFailure } from '../content/get-content';
import { ContentLibrary } from '../content/library';
import { planContent } from '../content/plan';
import { unknownCategory } from '../projects/categories';
import { withProject } from '../projects/in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

const MOST = 1_000;

/** Lists the documents of a category. */
@Tool({
  args: CategoryListFilesArgs,
  returns: RETURNED.categoryFiles,
  description: 'List the documents of a category.',
  usage: 'Returns at most 1000 documents, each with the URI to read it as a resource.',
  examples: [{ args: { category: 'lang' }, explains: 'Lists the documents of lang.' }],
  category: 'content',
  tags: ['content', 'category'],
  annotations: {
    title: 'List documents',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryListFiles {
  constructor(
    private readonly library: ContentLibrary,
    private readonly projects: Projects,
  ) {}

  run({ category: name }: CategoryListFilesArgs, { session, signal }: ToolContext): Promise<Result<unknown>> {
    return withProject(this.projects, session, async (project) => {
      if (!project.categories.has(name)) return unknownCategory(name, project, this.projects.hints);
      const wants = planContent({ items: [{ name, patterns: [] }] }, { ...project, collections: new Map() });
      const found = await this.library
        .find(wants, { limit: MOST, signal })
        .catch((error: unknown) => contentFailure(error, project, this.library.hints));
      if (found instanceof Result) return found;
      const { documents, cut } = found;
      const files = documents.map(({ path }) => ({ path, uri: documentUri(name, path) }));
      return Result.ok(files, {
        ...(cut.length && { message: `There are more; only the first ${MOST} are listed.` }),
      });
    });
  }
}
