import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `echo`. */
export class EchoArgs extends ToolArguments {
  @Arg({ description: 'Message to echo', example: 'Hello' })
  message = '';
}
