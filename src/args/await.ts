import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `await`. */
export class AwaitArgs extends ToolArguments {
  @Arg({
    description: 'Wait for operations of these tools: names or name prefixes, separated by commas',
    optional: true,
    example: 'cargo,git',
  })
  tools?: string;

  @Arg({ description: 'Wait for the operation with this id', optional: true, example: 'op_1' })
  id?: string;

  @Arg({ description: 'Alias of `id`', optional: true, example: 'op_1' })
  operationId?: string;

  @Arg({
    description: 'Maximum time to wait, in seconds; by default 300 for one operation, 600 for several',
    optional: true,
    minimum: 0,
    maximum: 3600,
    example: 60,
  })
  timeoutSeconds?: number;
}
