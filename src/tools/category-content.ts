// How to write a tool: src/tools/README.md
import { CategoryContentArgs } from '../args/category-content';
import { Tool } from '../decorators';
import type { ContentFormat } from '../content/join-documents';
import { getContent } from '../content/get-content';
import { ContentLibrary } from '../content/document-library';
import { FlagStore } from '../flags/flag-store';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Returns the documents of categories as one text. */
@Tool({
  args: CategoryContentArgs,
  returns: 'string',
  description: 'Get documents from categories.',
  usage: 'Works like get_content, but for categories only: collections are ignored.',
  examples: [
    { args: { expression: 'lang', pattern: 'python' }, explains: 'Same as the expression lang/python.' },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Get documents from categories',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class CategoryContent {
  constructor(
    private readonly library: ContentLibrary,
    private readonly projects: Projects,
    private readonly flags: FlagStore,
  ) {}

  run(
    { expression, pattern }: CategoryContentArgs,
    { session, signal }: ToolContext,
  ): Promise<Result<string>> {
    return withProject(this.projects, session, async (project) => {
      const format = ((await this.flags.active(project.key)).get('content-format') ??
        'none') as ContentFormat;
      return getContent(
        this.library,
        { ...project, collections: new Map() },
        { expression, format, signal, ...(pattern !== undefined && { pattern }) },
      );
    });
  }
}
