import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `collection_list`. */
export class CollectionListArgs extends ToolArguments {
  @Arg('Tell members and description too; false for the names alone')
  verbose = true;
}
