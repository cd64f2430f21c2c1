import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `get_project`. */
export class GetProjectArgs extends ToolArguments {
  @Arg('Include categories, collections and flags')
  verbose = false;
}
