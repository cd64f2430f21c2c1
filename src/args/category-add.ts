import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_add`. */
export class CategoryAddArgs extends ToolArguments {
  @Arg({ description: 'Name of the category: 1 to 30 characters, no spaces or separators', example: 'lang' })
  name!: string;

  @Arg({
    description: 'Directory under the document root; the name when left out',
    optional: true,
    example: 'languages',
  })
  dir?: string;

  @Arg({
    description: 'Which files belong to it, such as *.md or **/*; everything when empty',
    items: 'string',
    example: ['*.md'],
  })
  patterns: string[] = [];

  @Arg({
    description: 'What it is for: at most 500 characters, no quotes',
    optional: true,
    example: 'Rules for each language',
  })
  description?: string;
}
