import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_list`. */
export class CategoryListArgs extends ToolArguments {
  @Arg('Tell directory, patterns and description too; false for the names alone')
  verbose = true;
}
