import { DocumentArgs } from './document';

/** Arguments of `restore_document`. */
export class RestoreDocumentArgs extends DocumentArgs {}
