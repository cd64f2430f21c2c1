const loadSdk = () => import('@anthropic-ai/sdk');

type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Client = InstanceType<Sdk['default']>;
type Message = Extract<Awaited<ReturnType<Client['messages']['create']>>, { stop_reason: unknown }>;

/** How to reach the Anthropic API. */
export interface ClaudeOptions {
  readonly apiKey: string | undefined;
  /** Another address than the public one. */
  readonly baseUrl?: string;
  readonly timeoutMs: number;
}

/** One message, and how it is to be answered. */
export interface ClaudeRequest {
  readonly message: string;
  readonly model: string;
  readonly systemPrompt?: string;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

/** An answer, or why there is none. */
export type ClaudeReply =
  | { readonly ok: true; readonly text: string; readonly cutOff: boolean }
  | { readonly ok: false; readonly kind: string; readonly error: string };

/** Talks to Claude through the official SDK, which is loaded with the first message. */
export class Claude {
  private client: Client | undefined;

  constructor(private readonly options: ClaudeOptions) {}

  /** Sends one message; whatever goes wrong is told in plain words. */
  async send(request: ClaudeRequest): Promise<ClaudeReply> {
    if (!this.options.apiKey) {
      return {
        ok: false,
        kind: 'no_api_key',
        error: 'There is no API key: set ANTHROPIC_API_KEY where the server is started.',
      };
    }
    const sdk = await loadSdk();
    try {
      const { apiKey, baseUrl, timeoutMs } = this.options;
      this.client ??= new sdk.default({
        apiKey,
        timeout: timeoutMs,
        maxRetries: 1,
        ...(baseUrl && { baseURL: baseUrl }),
      });
      const response = await this.client.messages.create(
        {
          model: request.model,
          max_tokens: request.maxTokens,
          messages: [{ role: 'user', content: request.message }],
          ...(request.systemPrompt !== undefined && { system: request.systemPrompt }),
        },
        request.signal ? { signal: request.signal } : {},
      );
      return replyOf(response);
    } catch (error) {
      return { ok: false, ...explain(error, sdk, this.options) };
    }
  }
}

function replyOf(response: Message): ClaudeReply {
  if (response.stop_reason === 'refusal')
    return { ok: false, kind: 'refusal', error: 'Claude refused to answer this message.' };
  const text = response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  return { ok: true, text, cutOff: response.stop_reason === 'max_tokens' };
}

function explain(error: unknown, sdk: Sdk, options: ClaudeOptions): { kind: string; error: string } {
  if (error instanceof sdk.APIUserAbortError)
    return { kind: 'cancelled', error: 'The request was cancelled.' };
  if (error instanceof sdk.APIConnectionTimeoutError) {
    return { kind: 'timeout', error: `Claude did not answer within ${options.timeoutMs / 1000}s.` };
  }
  if (error instanceof sdk.APIConnectionError)
    return { kind: 'connection', error: `The API can't be reached: ${error.message}` };
  if (error instanceof sdk.AuthenticationError)
    return { kind: 'api_key', error: 'The API key was not accepted: check ANTHROPIC_API_KEY.' };
  if (error instanceof sdk.RateLimitError) {
    const wait = error.headers?.get('retry-after');
    return {
      kind: 'rate_limit',
      error: `The rate limit is reached${wait ? `; try again in ${wait}s` : '; try again later'}.`,
    };
  }
  if (error instanceof sdk.NotFoundError)
    return { kind: 'not_found', error: `The API does not know this: ${error.message}` };
  if (error instanceof sdk.APIError)
    return { kind: 'api_error', error: `The API answered with an error: ${error.message}` };
  throw error;
}
