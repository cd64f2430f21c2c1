import { ToolArguments } from '../arguments';
import { Arg, Explicit } from '../decorators';

/** Arguments of `remove_project`. */
export class RemoveProjectArgs extends ToolArguments {
  @Arg({ description: 'Name or key of the project', minLength: 1, maxLength: 64, example: 'shpo' })
  name!: string;

  @Explicit('REMOVE_PROJECT')
  explicitAction!: 'REMOVE_PROJECT';
}
