import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_list`. */
export class CollectionListArgs extends ToolArguments {
  @Arg('Include members and description; false for names only')
  verbose = true;
}
