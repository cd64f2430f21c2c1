import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_remove`. */
export class CollectionRemoveArgs extends ToolArguments {
  @Arg({ description: 'Name of the collection', example: 'backend' })
  name!: string;
}
