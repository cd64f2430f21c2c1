// How to write a tool: src/tools/README.md
import { CategoryListFilesArgs } from '../args/category-list-files';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { categoryDirectory, placeProblems } from '../content/document-place';
import { documentUri } from '../content/join-documents';
import { contentFailure } from '../content/get-content';
import { ContentLibrary } from '../content/document-library';
import { planContent } from '../content/expression-plan';
import { unknownCategory } from '../projects/project-categories';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

const MOST = 20_000;

const MORE = `There are more; only the first ${MOST} are listed.`;

/** Lists the documents of a category. */
@Tool({
  args: CategoryListFilesArgs,
  returns: RETURNED.categoryFiles,
  description: 'List the documents of a category.',
  usage: 'Returns each document with the URI to read it as a resource.',
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
      const { documents, cut, problems } = found;
      const files = documents.map(({ path }) => ({ path, uri: documentUri(name, path) }));
      const place = await this.library.place();
      const wrong = documents.length ? [] : await placeProblems(place, wants);
      const notes = [
        ...(documents.length ? [] : [`Looked in ${categoryDirectory(place, wants[0]!.category.dir)}.`]),
        ...[...wrong, ...problems].map((problem) => `Note: ${problem}.`),
        ...(cut.length ? [MORE] : []),
      ];
      const skipped = [...problems.map((problem) => `${problem}.`), ...(cut.length ? [MORE] : [])].join(' ');
      return Result.ok(files, {
        ...(notes.length && { message: notes.join(' ') }),
        ...(skipped && { page: { skipped } }),
      });
    });
  }
}
