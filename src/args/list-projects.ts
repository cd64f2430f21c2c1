import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_projects`. */
export class ListProjectsArgs extends ToolArguments {
  @Arg('Include categories, collections and flags')
  verbose = false;
}
