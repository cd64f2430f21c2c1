// How to write a tool: src/tools/README.md
import { UpdateDocumentArgs } from '../args/update-document';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { DocumentStore, type DocumentInfo } from '../content/documents';
import { managedCategory } from '../projects/managed-category';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Replaces the content of a document in a managed category. */
@Tool({
  args: UpdateDocumentArgs,
  returns: RETURNED.document,
  description:
    'Replace the content of a managed document.\n\nREQUIRES EXPLICIT USER INSTRUCTION: only when the user specifically asks for this document to be changed. Do not use it frivolously or without clear user intent.',
  usage:
    'Pass the complete new content. The previous version is kept in the trash; restore_document brings it back.',
  examples: [
    {
      args: {
        category_dir: 'docs',
        name: 'setup.md',
        content: '# Setup\n\nRun npm install.',
        explicit_action: 'UPDATE_DOCUMENT',
      },
      explains: 'Replaces docs/setup.md.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Update document',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class UpdateDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projects: Projects,
  ) {}

  run(
    { categoryDir, name, content }: UpdateDocumentArgs,
    { session }: ToolContext,
  ): Promise<Result<DocumentInfo>> {
    return managedCategory(this.projects, session, categoryDir, (where) =>
      this.documents.update(where, name, content),
    );
  }
}
