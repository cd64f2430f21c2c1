import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_feature_flags`. */
export class ListFeatureFlagsArgs extends ToolArguments {
  @Arg({
    description: 'One flag by its name, or several by a pattern with * ? [ ]; all when left out',
    optional: true,
  })
  featureName?: string;
}
