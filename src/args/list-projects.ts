import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_projects`. */
export class ListProjectsArgs extends ToolArguments {
  @Arg('Tell everything that is kept: categories, collections and flags')
  verbose = false;
}
