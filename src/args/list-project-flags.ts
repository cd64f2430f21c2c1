import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_project_flags`. */
export class ListProjectFlagsArgs extends ToolArguments {
  @Arg({
    description: 'Name of a flag, or a pattern with * ? [ ]; omit for all flags',
    optional: true,
  })
  featureName?: string;

  @Arg(
    'true: the flags in effect, with the project’s own over the global ones; false: only the project’s own',
  )
  active = true;
}
