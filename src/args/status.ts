import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `status`. */
export class StatusArgs extends ToolArguments {
  @Arg({
    description: 'Only operations of these tools: names or name prefixes, separated by commas',
    optional: true,
    example: 'cargo,git',
  })
  tools?: string;

  @Arg({
    description: 'Only the operation with this id, including its result',
    optional: true,
    example: 'op_1',
  })
  id?: string;

  @Arg({ description: 'Alias of `id`', optional: true, example: 'op_1' })
  operationId?: string;
}
