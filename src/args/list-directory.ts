import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `list_directory`. */
export class ListDirectoryArgs extends ToolArguments {
  @Arg({ description: 'Directory path', minLength: 1 })
  path = '.';

  @Arg({ description: 'List subdirectories too' })
  recursive = false;

  @Arg({ description: 'Include names that begin with a dot' })
  hidden = true;

  @Arg({ description: 'Include what .gitignore files name' })
  ignored = true;

  @Arg({ description: 'How many directories deep, when recursive', type: 'integer', minimum: 1, maximum: 64 })
  depth = 32;

  @Arg({ description: 'How many entries at most', type: 'integer', minimum: 1, maximum: 5_000 })
  limit = 1_000;

  @Arg({ description: 'Go on after this entry, as an earlier reply named it', optional: true, minLength: 1 })
  after?: string;
}
