import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_change`. */
export class CategoryChangeArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  name!: string;

  @Arg({ description: 'Another name; collections follow', optional: true, example: 'languages' })
  newName?: string;

  @Arg({ description: 'Another directory under the document root', optional: true, example: 'languages' })
  newDir?: string;

  @Arg({
    description: 'Patterns in place of the present ones',
    items: 'string',
    optional: true,
    example: ['*.md'],
  })
  newPatterns?: string[];

  @Arg({
    description: 'Another description; empty removes it',
    optional: true,
    example: 'Rules for each language',
  })
  newDescription?: string;
}
