import { Explicit } from '../decorators';
import { DocumentArgs } from './document';

/** Arguments of `delete_document`. */
export class DeleteDocumentArgs extends DocumentArgs {
  @Explicit('DELETE_DOCUMENT')
  explicitAction!: 'DELETE_DOCUMENT';
}
