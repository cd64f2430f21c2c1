import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_project`. */
export class ListProjectArgs extends ToolArguments {
  @Arg({
    description: 'Name or key of the project; defaults to the current one',
    optional: true,
    example: 'shop',
  })
  name?: string;

  @Arg('Include categories, collections and flags')
  verbose = false;
}
