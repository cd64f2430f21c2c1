import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `read_file`. */
export class ReadFileArgs extends ToolArguments {
  @Arg({ description: 'Path to file', access: 'read', minLength: 1, example: 'README.md' })
  path!: string;

  @Arg({ description: 'File encoding; UTF-16 is detected automatically, base64 returns the raw bytes' })
  encoding = 'utf-8';

  @Arg({ description: 'First line to read, starting at 1', type: 'integer', minimum: 1 })
  startLine = 1;

  @Arg({
    description: 'Number of lines to read; by default, as many as fit',
    optional: true,
    type: 'integer',
    minimum: 1,
  })
  lineCount?: number;

  @Arg({
    description: 'Byte offset to start at, as given by the previous reply',
    type: 'integer',
    minimum: 0,
  })
  startByte = 0;
}
