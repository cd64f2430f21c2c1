import { withoutSecret } from '../web/response-without-secret';

// Of the SDK only what sends messages.
const loadSdk = async () => ({
  ...(await import('@anthropic-ai/sdk/client')),
  ...(await import('@anthropic-ai/sdk/resources/messages')),
});

type Sdk = Awaited<ReturnType<typeof loadSdk>>;
type Messages = InstanceType<Sdk['Messages']>;
type Message = Extract<Awaited<ReturnType<Messages['create']>>, { stop_reason: unknown }>;

/** How to reach the Anthropic API. */
export interface ClaudeOptions {
  readonly apiKey: string | undefined;
  /** Overrides the public API address. */
  readonly baseUrl?: string;
  /** Asked for anew with each request. */
  readonly timeoutMs: number;
  /** The model of requests that name none. */
  readonly model: string;
}

/** One message, and options for the reply. */
export interface ClaudeRequest {
  readonly message: string;
  readonly model?: string | undefined;
  readonly systemPrompt?: string;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

/** A reply, or a failure. */
export type ClaudeReply =
  | { readonly ok: true; readonly text: string; readonly cutOff: boolean }
  | { readonly ok: false; readonly kind: string; readonly error: string };

/** Sends messages to Claude through the official SDK, which is loaded on first use. */
export class Claude {
  private messages: Messages | undefined;

  constructor(private readonly options: ClaudeOptions) {}

  /** Sends one message; failures are returned as values with a plain explanation. */
  async send(request: ClaudeRequest): Promise<ClaudeReply> {
    if (!this.options.apiKey) {
      return {
        ok: false,
        kind: 'no_api_key',
        error: 'No API key: set ANTHROPIC_API_KEY in the environment of the server.',
      };
    }
    const sdk = await loadSdk();
    try {
      const { apiKey, baseUrl, timeoutMs } = this.options;
      this.messages ??= new sdk.Messages(
        new sdk.BaseAnthropic({
          apiKey,
          maxRetries: 1,
          ...(baseUrl && { baseURL: baseUrl }),
        }),
      );
      const response = await this.messages.create(
        {
          model: request.model ?? this.options.model,
          max_tokens: request.maxTokens,
          messages: [{ role: 'user', content: request.message }],
          ...(request.systemPrompt !== undefined && { system: request.systemPrompt }),
        },
        { timeout: timeoutMs, ...(request.signal && { signal: request.signal }) },
      );
      return replyOf(response);
    } catch (error) {
      const told = explain(error, sdk.BaseAnthropic, this.options);
      return { ok: false, ...told, error: withoutSecret(told.error, this.options.apiKey) };
    }
  }
}

function replyOf(response: Message): ClaudeReply {
  if (response.stop_reason === 'refusal')
    return { ok: false, kind: 'refusal', error: 'Claude declined to answer this message.' };
  // Another server at this address may send anything.
  const content: unknown = (response as Partial<Message> | undefined)?.content;
  if (!Array.isArray(content)) return odd('a reply that is not a message; check ANTHROPIC_BASE_URL');
  const text = response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const cutOff = response.stop_reason === 'max_tokens';
  if (text === '' && !cutOff) return odd(`a message without text (stop_reason: ${response.stop_reason})`);
  return { ok: true, text, cutOff };
}

function odd(what: string): ClaudeReply {
  return { ok: false, kind: 'odd_reply', error: `The API returned ${what}.` };
}

function explain(
  error: unknown,
  sdk: Sdk['BaseAnthropic'],
  options: ClaudeOptions,
): { kind: string; error: string } {
  if (error instanceof sdk.APIUserAbortError)
    return { kind: 'cancelled', error: 'The request was cancelled.' };
  if (error instanceof sdk.APIConnectionTimeoutError) {
    return { kind: 'timeout', error: `Claude did not respond within ${options.timeoutMs / 1000}s.` };
  }
  if (error instanceof sdk.APIConnectionError)
    return { kind: 'connection', error: `The API cannot be reached: ${error.message}` };
  if (error instanceof sdk.AuthenticationError)
    return { kind: 'api_key', error: 'The API key was rejected: check ANTHROPIC_API_KEY.' };
  if (error instanceof sdk.RateLimitError) {
    const wait = error.headers?.get('retry-after');
    return {
      kind: 'rate_limit',
      error: `Rate limit reached${wait ? `; try again in ${wait}s` : '; try again later'}.`,
    };
  }
  if (error instanceof sdk.NotFoundError)
    return { kind: 'not_found', error: `Not found by the API: ${error.message}` };
  if (error instanceof sdk.APIError)
    return { kind: 'api_error', error: `The API returned an error: ${error.message}` };
  throw error;
}
