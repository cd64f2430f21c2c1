import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `cancel`. */
export class CancelArgs extends ToolArguments {
  @Arg({
    description: 'Id of the operation to cancel (give this or operation_id)',
    optional: true,
    example: 'op_1',
  })
  id?: string;

  @Arg({ description: 'Alias of `id`', optional: true, example: 'op_1' })
  operationId?: string;

  @Arg({ description: 'Reason, shown to the user and logged', optional: true, example: 'no longer needed' })
  reason?: string;
}
