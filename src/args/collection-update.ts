import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_update`. */
export class CollectionUpdateArgs extends ToolArguments {
  @Arg({ description: 'Name of the collection', example: 'backend' })
  name!: string;

  @Arg({ description: 'Members to add', items: 'string', optional: true, example: ['docs/api'] })
  addCategories?: string[];

  @Arg({
    description: 'Members to remove, exactly as listed',
    items: 'string',
    optional: true,
    example: ['docs'],
  })
  removeCategories?: string[];
}
