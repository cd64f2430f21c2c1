import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `set_project`. */
export class SetProjectArgs extends ToolArguments {
  @Arg({
    description: 'Name or key of the project; a new name creates a project',
    minLength: 1,
    maxLength: 64,
    example: 'shop',
  })
  name!: string;

  @Arg('Include categories, collections and flags')
  verbose = false;
}
