// How to write a tool: src/tools/README.md
import { CreateDocumentArgs } from '../args/create-document';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { DocumentStore, type DocumentInfo } from '../content/documents';
import { managedCategory } from '../projects/managed-category';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Creates a document in a managed category. */
@Tool({
  args: CreateDocumentArgs,
  returns: RETURNED.document,
  description:
    'Create a managed document.\n\nREQUIRES EXPLICIT USER INSTRUCTION: only when the user specifically asks for this document to be created or uploaded. Do not use it frivolously or without clear user intent.',
  usage: 'Call it only after the user asked for this document. An existing document is never overwritten.',
  examples: [
    {
      args: {
        category_dir: 'docs',
        name: 'setup.md',
        content: '# Setup\n\nRun npm ci first.',
        explicit_action: 'CREATE_DOCUMENT',
      },
      explains: 'Creates docs/setup.md.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Create document',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class CreateDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projects: Projects,
  ) {}

  run(
    { categoryDir, name, content }: CreateDocumentArgs,
    { session }: ToolContext,
  ): Promise<Result<DocumentInfo>> {
    return managedCategory(this.projects, session, categoryDir, (where) =>
      this.documents.create(where, name, content),
    );
  }
}
