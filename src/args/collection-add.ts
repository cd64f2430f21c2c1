import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_add`. */
export class CollectionAddArgs extends ToolArguments {
  @Arg({
    description: 'Name of the collection: 1 to 30 characters, no spaces or separators',
    example: 'backend',
  })
  name!: string;

  @Arg({
    description: 'Purpose of the collection: at most 500 characters, no quotes',
    optional: true,
    example: 'What backend work needs',
  })
  description?: string;

  @Arg({
    description: 'Members: expressions such as lang/python, or names of categories and collections',
    items: 'string',
    example: ['lang/python', 'docs'],
  })
  categories: string[] = [];
}
