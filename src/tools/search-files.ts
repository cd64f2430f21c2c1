// How to write a tool: src/tools/README.md
import { join, sep } from 'node:path';
import { SearchFilesArgs } from '../args/search-files';
import { RETURNED } from '../args/returned';
import { DEFAULT_DEPTH } from '../args/walk-depth';
import { Tool } from '../decorators';
import { callerOf } from '../files/file-caller';
import { fileFailure } from '../files/file-failure';
import { Files, type Caller } from '../files/files';
import { PassedDirectories } from '../files/passed-over-directories';
import { globMatcher } from '../files/search-pattern';
import { Pace } from '../base/paced-work';
import { joinedWith, takePage } from '../files/file-page';
import { lineMatcher } from '../files/line-matcher';
import { searchPage } from '../files/file-search-page';
import { invalidArguments } from '../invalid-arguments';
import type { WalkedEntry } from '../disk/walk-directory';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Time one call may search before it returns what it has. */
const BUDGET_MS = 10_000;

/** Finds files by name and, optionally, by content. */
@Tool({
  args: SearchFilesArgs,
  returns: RETURNED.found,
  description: 'Search files by pattern.',
  usage:
    'Returns a JSON array of paths or, with content, the matching lines under the path of their file, as `line: text`. The pattern matches at any depth: *.ts finds src/a/b.ts. The reply ends with what was left out and, if there are more results, with the `after` value for the next page.',
  examples: [
    { args: { path: 'src', pattern: '*.ts' }, explains: 'Finds every TypeScript file under src.' },
    {
      args: { pattern: '*.md', content: 'TODO', ignored: false },
      explains: 'Finds lines with TODO in Markdown files.',
    },
    {
      args: { pattern: '*.ts', content: 'export (class|function) \\w+', regex: true },
      explains: 'Searches content by regular expression.',
    },
  ],
  category: 'file',
  tags: ['file', 'search'],
  annotations: {
    title: 'Search files',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class SearchFiles {
  constructor(private readonly files: Files) {}

  async run(args: SearchFilesArgs, context: ToolContext): Promise<ToolResult | Failure> {
    const needless =
      (args.regex && 'regex') || (args.ignoreCase && 'ignore_case') || (args.afterLine && 'after_line');
    if (args.content === undefined && needless) return withoutContent(needless);
    try {
      const caller = await callerOf(context);
      const pace = new Pace(BUDGET_MS, context.signal);
      const passed = new PassedDirectories(args.depth);
      const found = this.found(args, caller, context.signal, pace, passed);
      const { content, path, limit, after } = args;
      if (content !== undefined) {
        const matcher = await lineMatcher(content, args, context.signal);
        try {
          return await searchPage(found, matcher, { ...args, passed }, pace, context.budget);
        } finally {
          matcher.close();
        }
      }
      const within = joinedWith(path);
      return await takePage(found, { limit, after, budget: context.budget, passed }, (entry) => {
        const shown = entry.path === '' ? path : within + entry.path;
        return { json: JSON.stringify(shown), value: shown };
      });
    } catch (error) {
      return fileFailure(error);
    }
  }

  private async *found(
    args: SearchFilesArgs,
    caller: Caller,
    signal: AbortSignal,
    pace: Pace,
    passed: PassedDirectories,
  ): AsyncGenerator<readonly WalkedEntry[]> {
    const matches = globMatcher(args.pattern);
    const { depth, hidden, ignored, after } = args;
    const passedOver = passed.from(depth === DEFAULT_DEPTH);
    const options = {
      depth,
      hidden,
      ignored,
      signal,
      pace,
      passedOver,
      ...(after !== undefined && { after }),
    };
    // A page may have ended within a file, which then is the first one of the next.
    const resumed = args.afterLine === undefined ? undefined : after;
    if (resumed !== undefined) yield* this.files.filesAt(join(args.path, resumed), options, caller);
    for await (const batch of this.files.filesAt(args.path, options, caller))
      yield batch.filter((entry) => matches(slashed(entry.path || entry.name)));
  }
}

// Without content these options would be ignored, and the caller would mistake a glob search for a regular expression.
function withoutContent(field: string): Failure {
  return invalidArguments([{ field, message: 'requires content' }], {
    error: `${field} applies to content, which was not given: add content, or omit ${field}. File names are matched by pattern, a glob.`,
  });
}

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
