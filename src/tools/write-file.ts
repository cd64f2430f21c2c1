// How to write a tool: src/tools/README.md
import { WriteFileArgs } from '../args/write-file';
import { Tool } from '../decorators';
import { MissingDirectory } from '../disk/file-problem';
import { callerOf } from '../files/file-caller';
import { contentBytes } from '../files/content-bytes';
import { EncodingError } from '../files/decode-file-text';
import { failure, fileFailure } from '../files/file-failure';
import { Files } from '../files/files';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Writes a whole file atomically: readers see either the old or the new content. */
@Tool({
  args: WriteFileArgs,
  returns: 'string',
  description: 'Write content to a file.',
  usage:
    'Replaces the whole file or creates a new one. An existing file keeps its mode. Missing directories are created only with create_dirs.',
  examples: [
    {
      args: { path: 'notes/today.md', content: '# Today\n', create_dirs: true },
      explains: 'Creates the file and its directory.',
    },
    { args: { path: 'config.json', content: '{}\n' }, explains: 'Replaces the file atomically.' },
  ],
  category: 'file',
  tags: ['file', 'write'],
  annotations: {
    title: 'Write file',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class WriteFile {
  constructor(private readonly files: Files) {}

  async run(args: WriteFileArgs, context: ToolContext): Promise<ToolResult | Failure> {
    try {
      const content = contentBytes(args.content, args.encoding);
      await this.files.write(args.path, content, args.createDirs, await callerOf(context));
      return ToolResult.text(`Written to ${args.path} (${content.length} bytes)`);
    } catch (error) {
      if (error instanceof EncodingError) return failure(`${args.path}: ${error.message}`, 'encoding');
      if (error instanceof MissingDirectory)
        return failure(`${error.message} (set create_dirs to create it)`, error.kind);
      return fileFailure(error);
    }
  }
}
