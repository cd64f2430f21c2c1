import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `set_project`. */
export class SetProjectArgs extends ToolArguments {
  @Arg({
    description: 'Name or key of the project',
    minLength: 1,
    maxLength: 64,
    example: 'shop',
  })
  name!: string;

  @Arg('Create a project of this name if there is none; only if the user wants a new one')
  create = false;

  @Arg('Include categories, collections and flags')
  verbose = false;
}
