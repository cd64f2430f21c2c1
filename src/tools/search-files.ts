// How to write a tool: src/tools/README.md
import { join, sep } from 'node:path';
import { SearchFilesArgs } from '../args/search-files';
import { Tool } from '../decorators';
import { callerOf } from '../files/caller';
import { fileFailure } from '../files/failure';
import { Files, type Caller } from '../files/files';
import { globMatcher } from '../files/glob';
import { Pace } from '../files/pace';
import { continued, takePage, withNote } from '../files/page';
import { lineMatcher, searchContent } from '../files/search-content';
import { invalidArguments } from '../invalid-arguments';
import type { WalkedEntry } from '../disk/walk';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Time one call may search before it returns what it has. */
const BUDGET_MS = 10_000;

/** Finds files by name and, optionally, by content. */
@Tool({
  args: SearchFilesArgs,
  description: 'Search files by pattern.',
  usage:
    'Returns a JSON array of paths or, with content, of matches with path, line and text. The pattern matches at any depth: *.ts finds src/a/b.ts. If there are more results, the reply ends with the `after` value for the next page.',
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
    const needless = (args.regex && 'regex') || (args.ignoreCase && 'ignore_case');
    if (args.content === undefined && needless) return withoutContent(needless);
    try {
      const caller = await callerOf(context);
      const pace = new Pace(BUDGET_MS, context.signal);
      const found = this.found(args, caller, context.signal, pace);
      if (args.content !== undefined) return await this.matches(found, args.content, args, pace);
      return await takePage(found, args.limit, async (entry) => join(args.path, entry.path));
    } catch (error) {
      return fileFailure(error);
    }
  }

  private async *found(
    args: SearchFilesArgs,
    caller: Caller,
    signal: AbortSignal,
    pace: Pace,
  ): AsyncGenerator<WalkedEntry> {
    const matches = globMatcher(args.pattern);
    const { depth, hidden, ignored, after } = args;
    const options = { depth, hidden, ignored, signal, ...(after !== undefined && { after }) };
    for await (const entry of this.files.walk(args.path, options, caller)) {
      if (matches(entry.path.split(sep).join('/'))) yield entry;
      await pace.yieldIfDue();
    }
  }

  // A page ends between two files, so the next page neither repeats nor skips a match.
  private async matches(
    found: AsyncIterable<WalkedEntry>,
    content: string,
    args: SearchFilesArgs,
    pace: Pace,
  ): Promise<ToolResult> {
    const matchesLine = await lineMatcher(content, args);
    const page: object[] = [];
    let last = '';
    for await (const entry of found) {
      if (entry.kind !== 'file') continue;
      if (page.length >= args.limit) return withNote(page, last).asPage(continued(last));
      if (pace.spent) return withNote(page, last).asPage(continued(last, args.limit - page.length));
      const path = join(args.path, entry.path);
      for await (const match of searchContent(entry, matchesLine, pace)) {
        if (page.length >= args.limit) {
          const missing = `${path} has more matches than fit into the limit of ${args.limit}`;
          return withNote(page, entry.path, `${path} has more matches`).asPage({ missing, bound: 'limit' });
        }
        page.push({ path, ...match });
      }
      last = entry.path;
    }
    return ToolResult.json(page);
  }
}

// Without content these options would be ignored, and the caller would mistake a glob search for a regular expression.
function withoutContent(field: string): Failure {
  return invalidArguments([{ field, message: 'requires content' }], {
    error: `${field} applies to content, which was not given: add content, or omit ${field}. File names are matched by pattern, a glob.`,
  });
}
