import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Which operation `cancel` ends, and why. */
export class CancelArgs extends ToolArguments {
  @Arg({ description: 'The operation to end; required', optional: true, example: 'op_1' })
  id?: string;

  @Arg({ description: 'The same as `id`', optional: true, example: 'op_1' })
  operationId?: string;

  @Arg({ description: 'Why, for the user and the log', optional: true, example: 'no longer needed' })
  reason?: string;
}
