// How to write a tool: src/tools/README.md
import { RestoreDocumentArgs } from '../args/restore-document';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { DocumentStore, type DocumentInfo } from '../content/documents';
import { managedCategory } from '../projects/managed-category';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Restores the version of a document before its last change. */
@Tool({
  args: RestoreDocumentArgs,
  returns: RETURNED.document,
  description: 'Undo the last change of a document.',
  usage:
    'Brings back what delete_document or update_document moved to the trash, newest first. A version that it replaces goes to the trash in turn, so a second call undoes the first.',
  examples: [
    {
      args: { category_dir: 'docs', name: 'setup.md' },
      explains: 'Restores docs/setup.md as it was before it was last updated or deleted.',
    },
  ],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Restore document',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
})
export class RestoreDocument {
  constructor(
    private readonly documents: DocumentStore,
    private readonly projects: Projects,
  ) {}

  run({ categoryDir, name }: RestoreDocumentArgs, { session }: ToolContext): Promise<Result<DocumentInfo>> {
    return managedCategory(this.projects, session, categoryDir, (where) =>
      this.documents.restore(where, name),
    );
  }
}
