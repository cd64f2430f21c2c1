import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_feature_flags`. */
export class ListFeatureFlagsArgs extends ToolArguments {
  @Arg({
    description: 'Name of a flag, or a pattern with * ? [ ]; omit for all flags',
    optional: true,
  })
  featureName?: string;
}
