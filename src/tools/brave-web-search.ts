// How to write a tool: src/tools/README.md
import { BraveWebSearchArgs } from '../args/brave-web-search';
import { Tool } from '../decorators';
import { ErrorCode } from '../errors';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import { BraveSearch, type SearchHit } from '../web/brave-search';

/** One page of what a search found. */
interface SearchPage {
  query: string;
  results: SearchHit[];
  /** The offset of the next page, when there is one. */
  next_offset?: number;
}

/** Searches the web with Brave; offered only where a key is configured. */
@Tool({
  args: BraveWebSearchArgs,
  description: 'Search the web with Brave.',
  usage:
    'Search in a few words, then fetch the pages that look right with web_fetch. next_offset, where there is one, gives the next page.',
  examples: [
    { args: { query: 'model context protocol' }, explains: 'Finds ten pages.' },
    {
      args: { query: 'typescript decorators', count: 5, freshness: 'py' },
      explains: 'Finds five pages of the last year.',
    },
  ],
  category: 'web',
  tags: ['web', 'search'],
  timeoutSeconds: 120,
  annotations: {
    title: 'Web search',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
})
export class BraveWebSearch {
  constructor(private readonly search: BraveSearch) {}

  async run(args: BraveWebSearchArgs, context: ToolContext): Promise<Result<SearchPage>> {
    const { query, count, offset, safesearch, country, searchLang, freshness } = args;
    const answer = await this.search.search(
      {
        query,
        count,
        offset,
        safesearch,
        ...(country !== undefined && { country }),
        ...(searchLang !== undefined && { searchLang }),
        ...(freshness !== undefined && { freshness }),
      },
      context.signal,
    );
    if (!answer.ok)
      return Result.failure(answer.error, answer.reason, { errorData: { code: ErrorCode.Execution } });
    const next = answer.more && offset < 9 ? { next_offset: offset + 1 } : {};
    return Result.ok({ query, results: answer.hits, ...next });
  }
}
