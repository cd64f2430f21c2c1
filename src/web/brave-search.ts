import { isObject, parsedJson } from '../base/json-value';
import type { WebClient, WebFailure } from './web-client';
import { withoutSecret } from './response-without-secret';

/** A search request. */
export interface SearchRequest {
  readonly query: string;
  readonly count: number;
  /** Page number, starting at 0. */
  readonly offset: number;
  readonly safesearch: 'off' | 'moderate' | 'strict';
  readonly country?: string;
  readonly searchLang?: string;
  readonly freshness?: string;
}

/** One search result. */
export interface SearchHit {
  title: string;
  url: string;
  description: string;
  age?: string;
}

/** One page of results, and whether there are more. */
export interface SearchAnswer {
  readonly ok: true;
  readonly hits: SearchHit[];
  readonly more: boolean;
}

/** Why a search failed. */
export type SearchFailure =
  | WebFailure
  | { readonly ok: false; readonly reason: 'search_refused' | 'rate_limit'; readonly error: string };

/** The endpoint of Brave's search API. */
export const BRAVE_SEARCH_URL = 'https://api.search.brave.com/res/v1/web/search';

/** Searches the web with Brave's API. */
export class BraveSearch {
  constructor(
    private readonly client: WebClient,
    private readonly key: string,
    private readonly url: string = BRAVE_SEARCH_URL,
  ) {}

  async search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer | SearchFailure> {
    const url = new URL(this.url);
    const { query, searchLang, ...rest } = request;
    const parameters = { q: query, search_lang: searchLang, ...rest };
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const page = await this.client.get(url.href, {
      headers: { accept: 'application/json', 'x-subscription-token': this.key },
      ...(signal && { signal }),
    });
    if (!page.ok) return { ...page, error: withoutSecret(page.error, this.key) };
    const text = withoutSecret(new TextDecoder().decode(page.body), this.key);
    if (page.status === 429) {
      const wait = page.retryAfter === undefined ? '' : `; try again after ${page.retryAfter} s`;
      return refused(`The search service's rate limit is reached${wait}: ${detail(text)}`, 'rate_limit');
    }
    if (page.status !== 200) return refused(`The search service returned ${page.status}: ${detail(text)}`);
    return readAnswer(text);
  }
}

function readAnswer(text: string): SearchAnswer | SearchFailure {
  const body = parsedJson(text);
  if (!isObject(body)) return refused('The search service did not return JSON');
  const web =
    isObject(body['web']) && Array.isArray(body['web']['results'])
      ? (body['web']['results'] as unknown[])
      : [];
  const query = isObject(body['query']) ? body['query'] : {};
  return { ok: true, hits: web.filter(isObject).map(hitOf), more: query['more_results_available'] === true };
}

function hitOf(entry: Record<string, unknown>): SearchHit {
  const { title, url, description, age } = entry;
  return {
    title: plain(title),
    url: typeof url === 'string' ? url : '',
    description: plain(description),
    ...(typeof age === 'string' && { age }),
  };
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
  nbsp: ' ',
};

// Brave marks matches with <strong> and escapes entities.
function plain(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replace(/<\/?strong>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#x27|nbsp);/g, (_all, name: string) => ENTITIES[name]!);
}

function detail(text: string): string {
  const body = parsedJson(text);
  const error = isObject(body) && isObject(body['error']) ? body['error'] : undefined;
  return typeof error?.['detail'] === 'string' ? error['detail'] : text.slice(0, 200);
}

function refused(error: string, reason: 'search_refused' | 'rate_limit' = 'search_refused'): SearchFailure {
  return { ok: false, reason, error };
}
