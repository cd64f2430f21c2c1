import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** The time limit of a command where the call states none, in seconds. */
export const DEFAULT_COMMAND_SECONDS = 30;

/** Arguments of `execute_command`. */
export class ExecuteCommandArgs extends ToolArguments {
  @Arg({
    description: 'Command line to execute',
    access: 'command',
    minLength: 1,
    maxLength: 65_536,
    example: 'ls -l',
  })
  command!: string;

  @Arg({ description: 'Directory to run in', access: 'cwd', optional: true, minLength: 1 })
  workingDir?: string;

  @Arg({
    description: 'Time limit in seconds; then the command and its children are killed',
    exclusiveMinimum: 0,
    maximum: 86_400,
  })
  timeout = DEFAULT_COMMAND_SECONDS;
}
