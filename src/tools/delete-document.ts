// How to write a tool: src/tools/README.md
import { DeleteDocumentArgs } from '../args/delete-document';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { DocumentStore, type DocumentInfo } from '../content/documents';
import { managedCategory } from '../projects/managed-category';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Moves a document of a managed category to the trash. */
@Tool({
  args: DeleteDocumentArgs,
  returns: RETURNED.document,
  description:
    'Delete a managed document.\n\nREQUIRES EXPLICIT USER INSTRUCTION: only when the user specifically asks for this document to be deleted. Do not use it frivolously or without clear user intent.',
  usage: 'Moves the document to the trash; restore_document restores it.',
  examples: [
    {
      args: { category_dir: 'docs', name: 'setup.md', explicit_action: 'DELETE_DOCUMENT' },
      explains: 'Moves docs/setup.md to the trash.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Delete document',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class DeleteDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projects: Projects,
  ) {}

  run({ categoryDir, name }: DeleteDocumentArgs, { session }: ToolContext): Promise<Result<DocumentInfo>> {
    return managedCategory(this.projects, session, categoryDir, (where) =>
      this.documents.delete(where, name),
    );
  }
}
