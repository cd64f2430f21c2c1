// How to write a tool: src/tools/README.md
import { BraveWebSearchArgs } from '../args/brave-web-search';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import { BraveSearch, type SearchHit } from '../web/brave-search';
import { noResponse } from '../web/web-failure';

/** One page of search results. */
interface SearchPage {
  query: string;
  results: SearchHit[];
  /** The offset of the next page, if there is one. */
  next_offset?: number;
}

/** Searches the web with Brave; available only with an API key. */
@Tool({
  args: BraveWebSearchArgs,
  returns: RETURNED.searchPage,
  description: 'Search the web with Brave.',
  usage:
    'Returns title, url and description of each result; read a page with web_fetch. If there are more results, next_offset is the offset of the next page.',
  examples: [
    { args: { query: 'model context protocol' }, explains: 'Returns the first ten results.' },
    {
      args: { query: 'typescript decorators', count: 5, freshness: 'py' },
      explains: 'Returns five results from the last year.',
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
    if (!answer.ok) return noResponse(answer.reason, answer.error);
    const next = answer.more && offset < 9 ? { next_offset: offset + 1 } : {};
    return Result.ok({ query, results: answer.hits, ...next });
  }
}
