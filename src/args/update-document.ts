import { Arg, Explicit } from '../decorators';
import { DocumentArgs } from './document';

/** Arguments of `update_document`. */
export class UpdateDocumentArgs extends DocumentArgs {
  @Arg({ description: 'Document content', maxLength: 1_000_000, example: '# Setup' })
  content!: string;

  @Explicit('UPDATE_DOCUMENT')
  explicitAction!: 'UPDATE_DOCUMENT';
}
