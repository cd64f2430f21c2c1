import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_list_files`. */
export class CategoryListFilesArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  category!: string;
}
