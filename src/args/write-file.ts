import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `write_file`. */
export class WriteFileArgs extends ToolArguments {
  @Arg({ description: 'Path to file', access: 'write', minLength: 1, example: 'notes/today.md' })
  path!: string;

  @Arg({ description: 'Content to write', example: '# Today\n' })
  content = '';

  @Arg({ description: 'Create missing parent directories' })
  createDirs = false;

  @Arg({
    description: 'utf-8 writes content as text; base64 decodes it to bytes first',
    type: 'string',
    enum: ['utf-8', 'base64'],
  })
  encoding: 'utf-8' | 'base64' = 'utf-8';
}
