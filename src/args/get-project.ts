import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `get_project`. */
export class GetProjectArgs extends ToolArguments {
  @Arg('Tell everything that is kept: categories, collections and flags')
  verbose = false;
}
