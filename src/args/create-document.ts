import { Arg, Explicit } from '../decorators';
import { DocumentArgs } from './document';

/** Arguments of `create_document`. */
export class CreateDocumentArgs extends DocumentArgs {
  @Arg({ description: 'Document content', maxLength: 1_000_000, example: '# Setup' })
  content!: string;

  @Explicit('CREATE_DOCUMENT')
  explicitAction!: 'CREATE_DOCUMENT';
}
