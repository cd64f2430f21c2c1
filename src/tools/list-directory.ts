// How to write a tool: src/tools/README.md
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ListDirectoryArgs } from '../args/list-directory';
import { Tool } from '../decorators';
import { callerOf } from '../files/caller';
import { fileFailure } from '../files/failure';
import { Files, type Caller } from '../files/files';
import { takePage } from '../files/page';
import type { WalkedEntry } from '../disk/walk';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Lists the entries of a directory, in pages when there are many. */
@Tool({
  args: ListDirectoryArgs,
  description: 'List the contents of a directory.',
  usage:
    'Returns a JSON array; each entry has name, path, type (file, directory, symlink or other) and size (null unless a file). Symlinks are not followed. If there are more entries, the reply ends with the `after` value for the next page.',
  examples: [
    { args: { path: 'src' }, explains: 'Lists the entries of src, without subdirectories.' },
    {
      args: { path: '.', recursive: true, hidden: false, ignored: false },
      explains: 'Lists the whole tree, without hidden and ignored files.',
    },
  ],
  category: 'file',
  tags: ['file', 'directory'],
  annotations: {
    title: 'List directory',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ListDirectory {
  constructor(private readonly files: Files) {}

  async run(args: ListDirectoryArgs, context: ToolContext): Promise<ToolResult | Failure> {
    try {
      const caller = await callerOf(context);
      const { hidden, ignored, after, limit } = args;
      const depth = args.recursive ? args.depth : 1;
      const options = {
        depth,
        hidden,
        ignored,
        signal: context.signal,
        ...(after !== undefined && { after }),
      };
      const entries = this.files.walk(args.path, options, caller);
      return await takePage(entries, limit, (entry) => this.describe(entry, args.path, caller));
    } catch (error) {
      return fileFailure(error);
    }
  }

  private async describe(entry: WalkedEntry, path: string, caller: Caller): Promise<object> {
    const shown = { name: entry.name, path: join(path, entry.path) };
    if (entry.kind === 'directory') return { ...shown, type: 'directory', size: null };
    if (entry.kind === 'other') return { ...shown, type: 'other', size: null };
    if (entry.kind === 'file') {
      const size = await lstat(entry.directory.at(entry.name)).then(
        (stats) => stats.size,
        () => null,
      );
      return { ...shown, type: 'file', size };
    }
    const target = await this.files.followLink(entry, caller);
    return { ...shown, type: target?.kind ?? 'symlink', size: target?.kind === 'file' ? target.size : null };
  }
}
