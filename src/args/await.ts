import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Which operations `await` waits for, and how long. */
export class AwaitArgs extends ToolArguments {
  @Arg({
    description: 'Wait for operations of these tools: names or their beginnings, separated by commas',
    optional: true,
    example: 'cargo,git',
  })
  tools?: string;

  @Arg({ description: 'Wait for the operation of this id', optional: true, example: 'op_1' })
  id?: string;

  @Arg({ description: 'The same as `id`', optional: true, example: 'op_1' })
  operationId?: string;

  @Arg({
    description: 'Give up after this many seconds; by default 300 for one operation, 600 for several',
    optional: true,
    minimum: 0,
    maximum: 3600,
    example: 60,
  })
  timeoutSeconds?: number;
}
