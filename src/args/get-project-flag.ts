import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `get_project_flag`. */
export class GetProjectFlagArgs extends ToolArguments {
  @Arg({ description: 'Name of the flag: letters, digits, _ and -', example: 'content-format' })
  featureName!: string;
}
