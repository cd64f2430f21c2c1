import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_list`. */
export class CategoryListArgs extends ToolArguments {
  @Arg('Include directory, patterns and description; false for names only')
  verbose = true;
}
