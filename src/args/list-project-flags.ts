import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_project_flags`. */
export class ListProjectFlagsArgs extends ToolArguments {
  @Arg({
    description: 'One flag by its name, or several by a pattern with * ? [ ]; all when left out',
    optional: true,
  })
  featureName?: string;

  @Arg('true: what holds here, global flags overlaid by the project’s own; false: the project’s own only')
  active = true;
}
