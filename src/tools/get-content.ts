// How to write a tool: src/tools/README.md
import { GetContentArgs } from '../args/get-content';
import { Tool } from '../decorators';
import type { ContentFormat } from '../content/join-documents';
import { getContent } from '../content/get-content';
import { ContentLibrary } from '../content/document-library';
import { FlagStore } from '../flags/flag-store';
import { withProject } from '../projects/run-in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Returns the documents that an expression selects, as one text. */
@Tool({
  args: GetContentArgs,
  returns: 'string',
  description: 'Get documents from categories and collections.',
  usage:
    'An expression is name, name/pattern or name/pattern+pattern; separate several with commas. A name is looked up as a collection first, then as a category. A pattern without extension matches any extension. Follow the instruction returned with the content.',
  examples: [
    { args: { expression: 'lang/python' }, explains: 'Returns the Python rules.' },
    {
      args: { expression: 'lang/python+java,docs/api,guidelines' },
      explains: 'Returns several in this order, each document once.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Get documents',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class GetContent {
  constructor(
    private readonly library: ContentLibrary,
    private readonly projects: Projects,
    private readonly flags: FlagStore,
  ) {}

  run({ expression, pattern }: GetContentArgs, { session, signal }: ToolContext): Promise<Result<string>> {
    return withProject(this.projects, session, async (project) => {
      const format = ((await this.flags.active(project.key)).get('content-format') ??
        'none') as ContentFormat;
      return getContent(this.library, project, {
        expression,
        format,
        signal,
        ...(pattern !== undefined && { pattern }),
      });
    });
  }
}
