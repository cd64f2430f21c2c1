import { ToolArguments } from '../arguments';
import { Arg, Explicit } from '../decorators';

/** Arguments of `update_document`. */
export class UpdateDocumentArgs extends ToolArguments {
  @Arg({ description: 'Category directory path, or the name of the category', example: 'docs' })
  categoryDir!: string;

  @Arg({
    description: 'Document name; .md is added when it has no extension',
    minLength: 1,
    maxLength: 100,
    example: 'setup.md',
  })
  name!: string;

  @Arg({ description: 'Document content', maxLength: 1_000_000, example: '# Setup' })
  content!: string;

  @Explicit('UPDATE_DOCUMENT')
  explicitAction!: 'UPDATE_DOCUMENT';
}
