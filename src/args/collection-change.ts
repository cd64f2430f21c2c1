import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_change`. */
export class CollectionChangeArgs extends ToolArguments {
  @Arg({ description: 'Name of the collection', example: 'backend' })
  name!: string;

  @Arg({ description: 'The name it has from now on', optional: true, example: 'server' })
  newName?: string;

  @Arg({
    description: 'New description; empty removes it',
    optional: true,
    example: 'What server work needs',
  })
  newDescription?: string;

  @Arg({
    description: 'New members, replacing the current ones',
    items: 'string',
    optional: true,
    example: ['lang/python'],
  })
  newCategories?: string[];
}
