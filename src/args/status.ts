import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Which operations `status` tells of. */
export class StatusArgs extends ToolArguments {
  @Arg({
    description: 'Only operations of these tools: names or their beginnings, separated by commas',
    optional: true,
    example: 'cargo,git',
  })
  tools?: string;

  @Arg({ description: 'Only the operation of this id, with its result', optional: true, example: 'op_1' })
  id?: string;

  @Arg({ description: 'The same as `id`', optional: true, example: 'op_1' })
  operationId?: string;
}
