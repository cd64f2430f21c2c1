import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';
import { DEFAULT_DEPTH } from './walk-depth';

/** Arguments of `list_directory`. */
export class ListDirectoryArgs extends ToolArguments {
  @Arg({ description: 'Directory path', access: 'read', minLength: 1 })
  path = '.';

  @Arg({ description: 'Return name, path, type and size of each entry' })
  detail = false;

  @Arg({ description: 'Include subdirectories' })
  recursive = false;

  @Arg({ description: 'Include names that start with a dot' })
  hidden = true;

  @Arg({ description: 'Include files that .gitignore excludes' })
  ignored = true;

  @Arg({ description: 'Maximum depth when recursive', type: 'integer', minimum: 1, maximum: 64 })
  depth = DEFAULT_DEPTH;

  @Arg({ description: 'Maximum number of entries', type: 'integer', minimum: 1, maximum: 5_000 })
  limit = 1_000;

  @Arg({
    description: 'Continue after this entry, as given by the previous reply',
    optional: true,
    minLength: 1,
  })
  after?: string;
}
