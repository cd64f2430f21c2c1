import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `search_files`. */
export class SearchFilesArgs extends ToolArguments {
  @Arg({ description: 'Directory to search', minLength: 1 })
  path = '.';

  @Arg({
    description: 'Glob that names match, at any depth',
    minLength: 1,
    maxLength: 1_000,
    example: '*.ts',
  })
  pattern = '*';

  @Arg({
    description: 'Only files that hold this text; the reply then tells path, line and text of each match',
    optional: true,
    minLength: 1,
    maxLength: 1_000,
  })
  content?: string;

  @Arg({ description: 'Take content as a regular expression (RE2 syntax); needs content' })
  regex = false;

  @Arg({ description: 'Ignore upper and lower case in content; needs content' })
  ignoreCase = false;

  @Arg({ description: 'Include names that begin with a dot' })
  hidden = true;

  @Arg({ description: 'Include what .gitignore files name' })
  ignored = true;

  @Arg({ description: 'How many directories deep', type: 'integer', minimum: 1, maximum: 64 })
  depth = 32;

  @Arg({ description: 'How many paths or matches at most', type: 'integer', minimum: 1, maximum: 5_000 })
  limit = 1_000;

  @Arg({ description: 'Go on after this path, as an earlier reply named it', optional: true, minLength: 1 })
  after?: string;
}
