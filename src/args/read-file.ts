import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `read_file`. */
export class ReadFileArgs extends ToolArguments {
  @Arg({ description: 'Path to file', minLength: 1, example: 'README.md' })
  path!: string;

  @Arg({ description: 'File encoding; base64 gives the raw bytes' })
  encoding = 'utf-8';

  @Arg({ description: 'First line to read, counted from 1', type: 'integer', minimum: 1 })
  startLine = 1;

  @Arg({
    description: 'How many lines to read; all that fit by default',
    optional: true,
    type: 'integer',
    minimum: 1,
  })
  lineCount?: number;

  @Arg({ description: 'Byte to begin at, as an earlier reply named it', type: 'integer', minimum: 0 })
  startByte = 0;
}
