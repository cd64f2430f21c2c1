// How to write a tool: src/tools/README.md
import { RestoreDocumentArgs } from '../args/restore-document';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { DocumentStore, type DocumentInfo } from '../content/documents';
import { managedCategory } from '../projects/managed-category';
import { Projects } from '../projects/projects';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** Restores a deleted document. */
@Tool({
  args: RestoreDocumentArgs,
  returns: RETURNED.document,
  description: 'Restore a deleted document.',
  usage: 'Restores the newest version from the trash. An existing document is never overwritten.',
  examples: [{ args: { category_dir: 'docs', name: 'setup.md' }, explains: 'Restores docs/setup.md.' }],
  category: 'content',
  tags: ['content', 'documents'],
  annotations: {
    title: 'Restore document',
    readOnlyHint: false,
    destructiveHint: false,
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
