import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_remove`. */
export class CategoryRemoveArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  name!: string;
}
