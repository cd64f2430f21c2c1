// How to write a tool: src/tools/README.md
import { sep } from 'node:path';
import { ListDirectoryArgs } from '../args/list-directory';
import { RETURNED } from '../args/returned';
import { DEFAULT_DEPTH } from '../args/walk-depth';
import { Tool } from '../decorators';
import { callerOf } from '../files/file-caller';
import { fileFailure } from '../files/file-failure';
import { Files, type Caller } from '../files/files';
import { PassedDirectories } from '../files/passed-over-directories';
import { DetailedEntries } from '../files/detailed-entry';
import { joinedWith, takePage } from '../files/file-page';
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
      const passed = new PassedDirectories(args.depth);
      const isWhole = args.recursive && args.depth === DEFAULT_DEPTH;
      const entries = this.files.walk(args.path, { ...options, passedOver: passed.from(isWhole) }, caller);
      const within = joinedWith(args.path);
      // Who takes everything takes values, such as code that adds up sizes; a size that is missing would make its sum NaN.
      const sized = args.detail || context.budget === undefined;
      const detailed = args.detail ? new DetailedEntries(within) : undefined;
      return await takePage(entries, { limit, after, budget: context.budget, passed }, (entry) => {
        const value = this.describe(entry, within, sized, caller);
        if (detailed) return detailed.of(entry, value);
        return { value, json: JSON.stringify(shortForm(entry.path, value.type)) };
      });
    } catch (error) {
      return fileFailure(error);
    }
  }

  private describe(entry: WalkedEntry, within: string, detail: boolean, caller: Caller): Described {
    const { name, kind } = entry;
    const path = within + entry.path;
    const sized = (type: string, size: number | null): Described =>
      detail ? { name, path, type, size } : { name, path, type };
    if (kind === 'directory' || kind === 'other') return sized(kind, null);
    if (kind === 'file') return sized(kind, detail ? (entry.directory.statsOf(name)?.size ?? null) : null);
    const target = this.files.followLink(entry, caller);
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
  return (sep === '/' ? path : path.split(sep).join('/')) + mark;
}
