import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_project`. */
export class ListProjectArgs extends ToolArguments {
  @Arg({
    description: 'Name or key of the project; the current one when left out',
    optional: true,
    example: 'shop',
  })
  name?: string;

  @Arg('Tell everything that is kept: categories, collections and flags')
  verbose = false;
}
