import type { Dispatcher, Response } from 'undici';
import { withJoinedSignal } from '../base/joined-signal';
import { checkedUrl } from './checked-url';
import { AddressRefusedError, guardedAgent } from './guarded-agent';
import { readCapped } from './read-body';
import { retryDelay } from './retry-request';
import { sniffedType } from './sniffed-type';

/** How requests are made. */
export interface WebClientOptions {
  /** Whether loopback, private and link-local addresses may be reached. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  /** How often a request is retried after 429 or 503, and the first delay. */
  readonly retries: number;
  readonly retryDelayMs: number;
  readonly userAgent: string;
}

/** Defaults that are safe for any address an agent requests. */
export const DEFAULT_WEB_OPTIONS: WebClientOptions = Object.freeze({
  allowPrivate: false,
  timeoutMs: 30_000,
  maxBytes: 5_000_000,
  maxRedirects: 5,
  retries: 3,
  retryDelayMs: 500,
  userAgent: 'toolwright',
});

/** The response of a server. */
export interface WebPage {
  readonly ok: true;
  /** The final URL, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** When to ask again, as the server said it. */
  readonly retryAfter?: string;
  /** Whether the body was cut at the size limit. */
  readonly truncated: boolean;
}

/** Why a request failed. */
export interface WebFailure {
  readonly ok: false;
  readonly reason: 'bad_url' | 'address_refused' | 'too_many_redirects' | 'timeout' | 'network_error';
  readonly error: string;
}

/** Makes GET requests with limits on address, size, time and redirects; failures are returned as values. */
export class WebClient {
  private readonly options: WebClientOptions;
  private agent: Promise<Dispatcher> | undefined;

  constructor(options: Partial<WebClientOptions> = {}) {
    this.options = { ...DEFAULT_WEB_OPTIONS, ...options };
  }

  async get(
    url: string,
    request: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<WebPage | WebFailure> {
    const limit = AbortSignal.timeout(this.options.timeoutMs);
    const ends = [...(request.signal ? [request.signal] : []), limit];
    try {
      return await withJoinedSignal(ends, (signal) => this.follow(url, request.headers ?? {}, signal));
    } catch (error) {
      request.signal?.throwIfAborted();
      if (limit.aborted)
        return failure(
          'timeout',
          `No complete response from ${url} within ${this.options.timeoutMs / 1000} s`,
        );
      return networkFailure(url, error);
    }
  }

  async close(): Promise<void> {
    await (await this.agent)?.destroy();
  }

  private async follow(
    start: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<WebPage | WebFailure> {
    let at = checkedUrl(start);
    for (let hops = 0; typeof at !== 'string'; hops++) {
      if (hops > this.options.maxRedirects)
        return failure(
          'too_many_redirects',
          `More than ${this.options.maxRedirects} redirects from ${start}`,
        );
      const response = await this.fetchWithRetries(at, headers, signal);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null)
        return this.page(at, response);
      await response.body?.cancel();
      at = checkedUrl(location, at);
    }
    return failure('bad_url', at);
  }

  private async fetchWithRetries(
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const response = await this.request(url, headers, signal);
      if ((response.status !== 429 && response.status !== 503) || attempt === this.options.retries)
        return response;
      await response.body?.cancel();
      await pause(
        retryDelay(response.headers.get('retry-after'), attempt, this.options.retryDelayMs),
        signal,
      );
    }
  }

  private async request(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { allowPrivate, maxBytes, userAgent } = this.options;
    this.agent ??= guardedAgent(allowPrivate, { bytes: 8 * maxBytes, entryBytes: maxBytes });
    const { fetch } = await import('undici');
    return fetch(url, {
      dispatcher: await this.agent,
      redirect: 'manual',
      headers: {
        'user-agent': userAgent,
        accept: 'text/markdown,text/html;q=0.9,application/json;q=0.9,*/*;q=0.5',
        ...headers,
      },
      signal,
    });
  }

  private async page(url: URL, response: Response): Promise<WebPage> {
    const { body, truncated } = await readCapped(response.body, this.options.maxBytes);
    const retryAfter = response.headers.get('retry-after');
    return {
      ok: true,
      url: url.href,
      status: response.status,
      statusText: response.statusText,
      contentType: response.headers.get('content-type') ?? sniffedType(body),
      ...(retryAfter !== null && { retryAfter }),
      body,
      truncated,
    };
  }
}

// undici says only `fetch failed`; the actual error is at the end of the chain of causes.
function networkFailure(url: string, error: unknown): WebFailure {
  let last: Partial<NodeJS.ErrnoException> = {};
  for (let at = error as (Error & NodeJS.ErrnoException) | undefined; at; at = at.cause as typeof at) {
    if (at instanceof AddressRefusedError) return failure('address_refused', at.message);
    last = at;
  }
  return failure('network_error', `No response from ${url}: ${last.message || last.code || 'unknown error'}`);
}

function failure(reason: WebFailure['reason'], error: string): WebFailure {
  return { ok: false, reason, error };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { setTimeout } = await import('node:timers/promises');
  await setTimeout(ms, undefined, { signal });
}
