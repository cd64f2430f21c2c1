import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `run`. */
export class RunArgs extends ToolArguments {
  @Arg({
    description: 'The code, or $snippet key=value',
    minLength: 1,
    maxLength: 200_000,
    example: "await tools.echo({ message: 'Hello' })",
  })
  command!: string;
}
