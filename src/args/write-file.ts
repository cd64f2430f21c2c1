import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `write_file`. */
export class WriteFileArgs extends ToolArguments {
  @Arg({ description: 'Path to file', minLength: 1, example: 'notes/today.md' })
  path!: string;

  @Arg({ description: 'Content to write', example: '# Today\n' })
  content = '';

  @Arg({ description: 'Create missing parent directories' })
  createDirs = false;

  @Arg({
    description: 'How content is written: as text, or decoded from base64',
    type: 'string',
    enum: ['utf-8', 'base64'],
  })
  encoding: 'utf-8' | 'base64' = 'utf-8';
}
