import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `call_tool`. */
export class CallToolArgs extends ToolArguments {
  @Arg({
    description: 'Name of the tool, as find_tools returned it',
    minLength: 1,
    maxLength: 200,
    example: 'echo',
  })
  name!: string;

  @Arg({
    description: 'Its arguments, as in its signature',
    schema: { type: 'object', additionalProperties: true },
    optional: true,
    example: { message: 'Hello' },
  })
  arguments?: Record<string, unknown>;
}
