// How to write a tool: src/tools/README.md
import { GetContentArgs } from '../args/get-content';
import { Tool } from '../decorators';
import type { ContentFormat } from '../content/join-documents';
import { getContent } from '../content/get-content';
import { ContentLibrary } from '../content/library';
import { FlagStore } from '../flags/flag-store';
import { withProject } from '../projects/in-project';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Gives the documents an expression asks for, as one text. */
@Tool({
  args: GetContentArgs,
  description: 'Get documents of categories and collections.',
  usage:
    'name, name/pattern, name/pattern+pattern, several separated by commas; names are collections first, then categories. A pattern without extension finds any extension. Follow the instruction that comes with the content.',
  examples: [
    { args: { expression: 'lang/python' }, explains: 'The Python rules.' },
    {
      args: { expression: 'lang/python+java,docs/api,guidelines' },
      explains: 'Several, in this order, each document once.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Get documents of categories and collections',
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
