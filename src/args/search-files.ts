import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';
import { DEFAULT_DEPTH } from './walk-depth';

/** Arguments of `search_files`. */
export class SearchFilesArgs extends ToolArguments {
  @Arg({ description: 'Directory or file to search', access: 'read', minLength: 1 })
  path = '.';

  @Arg({
    description: 'Glob for file names, matched at any depth',
    minLength: 1,
    maxLength: 1_000,
    example: '*.ts',
  })
  pattern = '*';

  @Arg({
    description: 'Text to find in the files; the reply then has the matching lines of each file',
    optional: true,
    minLength: 1,
    maxLength: 1_000,
  })
  content?: string;

  @Arg({ description: 'Treat content as a regular expression (RE2 syntax); requires content' })
  regex = false;

  @Arg({ description: 'Ignore case in content; requires content' })
  ignoreCase = false;

  @Arg({ description: 'Include names that start with a dot' })
  hidden = true;

  @Arg({ description: 'Include files that .gitignore excludes' })
  ignored = true;

  @Arg({ description: 'Maximum depth', type: 'integer', minimum: 1, maximum: 64 })
  depth = DEFAULT_DEPTH;

  @Arg({ description: 'Maximum number of paths or matches', type: 'integer', minimum: 1, maximum: 5_000 })
  limit = 1_000;

  @Arg({
    description: 'Continue after this path, as given by the previous reply',
    optional: true,
    minLength: 1,
  })
  after?: string;

  @Arg({
    description: 'Continue within the file `after`, after this line; only with content',
    optional: true,
    type: 'integer',
    minimum: 1,
  })
  afterLine?: number;
}
