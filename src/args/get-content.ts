import { ContentArgs } from './content';

/** Arguments of `get_content`. */
export class GetContentArgs extends ContentArgs {}
