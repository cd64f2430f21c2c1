import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `get_feature_flag`. */
export class GetFeatureFlagArgs extends ToolArguments {
  @Arg({ description: 'Name of the flag: letters, digits, _ and -', example: 'content-format' })
  featureName!: string;
}
