import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_change`. */
export class CategoryChangeArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  name!: string;

  @Arg({ description: 'New name; collections are updated', optional: true, example: 'languages' })
  newName?: string;

  @Arg({ description: 'New directory under the document root', optional: true, example: 'languages' })
  newDir?: string;

  @Arg({
    description: 'New patterns, replacing the current ones',
    items: 'string',
    optional: true,
    example: ['*.md'],
  })
  newPatterns?: string[];

  @Arg({
    description: 'New description; empty removes it',
    optional: true,
    example: 'Rules for each language',
  })
  newDescription?: string;
}
