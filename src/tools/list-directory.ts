// How to write a tool: src/tools/README.md
import { lstat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { ListDirectoryArgs } from '../args/list-directory';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { callerOf } from '../files/file-caller';
import { fileFailure } from '../files/file-failure';
import { Files, type Caller } from '../files/files';
import { takePage } from '../files/file-page';
import type { WalkedEntry } from '../disk/walk-directory';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Lists the entries of a directory, in pages when there are many. */
@Tool({
  args: ListDirectoryArgs,
  returns: RETURNED.entries,
  description: 'List the contents of a directory.',
  usage:
    'Returns a JSON array of paths relative to path: directories end with /, links that are broken or point outside the allowed paths with @. With detail, each entry has name, path, type (file, directory, symlink or other) and size (null unless a file). Links are not followed. If there are more entries, the reply ends with the `after` value for the next page.',
  examples: [
    { args: { path: 'src' }, explains: 'Lists the entries of src, without subdirectories.' },
    { args: { path: 'src', detail: true }, explains: 'Lists them with their sizes.' },
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
      return await takePage(entries, { limit, after, budget: context.budget }, async (entry) => {
        const described = await this.describe(entry, args, caller);
        return { value: described, shown: args.detail ? described : shortForm(entry.path, described.type) };
      });
    } catch (error) {
      return fileFailure(error);
    }
  }

  private async describe(
    entry: WalkedEntry,
    { path, detail }: ListDirectoryArgs,
    caller: Caller,
  ): Promise<Described> {
    const shown = { name: entry.name, path: join(path, entry.path) };
    const sized = (type: string, size: number | null): Described => ({
      ...shown,
      type,
      ...(detail && { size }),
    });
    if (entry.kind === 'directory' || entry.kind === 'other') return sized(entry.kind, null);
    if (entry.kind === 'file') return sized('file', detail ? await sizeOf(entry) : null);
    const target = await this.files.followLink(entry, caller);
    return sized(target?.kind ?? 'symlink', target?.kind === 'file' ? target.size : null);
  }
}

interface Described {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly size?: number | null;
}

// The marks that `ls -F` uses.
function shortForm(path: string, type: string): string {
  const mark = type === 'directory' ? '/' : type === 'symlink' ? '@' : type === 'other' ? '=' : '';
  return `${path.split(sep).join('/')}${mark}`;
}

async function sizeOf({ directory, name }: WalkedEntry): Promise<number | null> {
  return lstat(directory.at(name)).then(
    (stats) => stats.size,
    () => null,
  );
}
