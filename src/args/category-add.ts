import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_add`. */
export class CategoryAddArgs extends ToolArguments {
  @Arg({ description: 'Name of the category: 1 to 30 characters, no spaces or separators', example: 'lang' })
  name!: string;

  @Arg({
    description:
      'Directory under the document root; by default the shared one of that name if it exists, else one of this project alone',
    optional: true,
    example: 'languages',
  })
  dir?: string;

  @Arg({
    description: 'Globs of its files, such as *.md or **/*; empty for all files',
    items: 'string',
    example: ['*.md'],
  })
  patterns: string[] = [];

  @Arg({
    description: 'Purpose of the category: at most 500 characters, no quotes',
    optional: true,
    example: 'Rules for each language',
  })
  description?: string;
}
