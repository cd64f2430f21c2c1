import { ToolArguments } from '../arguments';
import { Arg, Explicit } from '../decorators';

/** Arguments of `delete_document`. */
export class DeleteDocumentArgs extends ToolArguments {
  @Arg({ description: 'Category directory path, or the name of the category', example: 'docs' })
  categoryDir!: string;

  @Arg({
    description: 'Document name; .md is added when it has no extension',
    minLength: 1,
    maxLength: 100,
    example: 'setup.md',
  })
  name!: string;

  @Explicit('DELETE_DOCUMENT')
  explicitAction!: 'DELETE_DOCUMENT';
}
