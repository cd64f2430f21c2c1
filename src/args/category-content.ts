import { ContentArgs } from './content';

/** Arguments of `category_content`. */
export class CategoryContentArgs extends ContentArgs {}
