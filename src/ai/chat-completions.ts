import { isError } from '../base/any-realm';
import { isObject, parsedJson } from '../base/json-value';
import type { Agent } from 'undici';
import { readCapped } from '../web/read-body';
import { withoutSecret } from '../web/response-without-secret';

/** A model behind an API compatible with OpenAI's chat completions: OpenAI, Ollama, vLLM, llama.cpp and many more. */
export interface ChatProvider {
  /** The URL that `/chat/completions` is appended to. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
}

/** A system prompt and a question. */
export interface ChatQuestion {
  readonly system: string;
  readonly user: string;
}

/** Why a request failed. */
export interface ChatFailure {
  readonly ok: false;
  readonly kind: 'unreachable' | 'timeout' | 'redirect' | 'status' | 'no_json' | 'no_answer';
  /** The HTTP status, if there was one. */
  readonly status?: number;
  /** A short error message from the server or the network. */
  readonly detail: string;
}

/** An answer, or a failure. */
export type ChatReply = { readonly ok: true; readonly text: string } | ChatFailure;

const MOST_BYTES = 1_000_000;
const LONGEST_DETAIL = 300;

/**
 * Asks a model one question at a time. The address is the operator's choice, so it is not restricted; redirects are not
 * followed, and the key is removed from every response.
 */
export class ChatCompletions {
  private agent: Agent | undefined;
  // Some models accept only their default temperature.
  private temperature: { temperature?: number } = { temperature: 0 };

  constructor(private readonly provider: ChatProvider) {}

  /** Asks a question; failures are returned as values, except the caller's own cancellation, which is thrown. */
  async ask(question: ChatQuestion, signal: AbortSignal): Promise<ChatReply> {
    signal.throwIfAborted();
    const ended = new AbortController();
    const cancel = (): void => ended.abort();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      ended.abort();
    }, this.provider.timeoutMs);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.request(question, ended.signal);
    } catch (error) {
      signal.throwIfAborted();
      return late
        ? failure('timeout', '')
        : failure('unreachable', oneLine(this.withoutKey(rootMessage(error))));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Closes open connections. */
  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  private async request({ system, user }: ChatQuestion, signal: AbortSignal): Promise<ChatReply> {
    const undici = await import('undici');
    const { baseUrl, model, apiKey } = this.provider;
    // Only the limit of the whole request applies.
    this.agent ??= new undici.Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
    const { statusCode, headers, body } = await undici.request(completionsUrl(baseUrl), {
      method: 'POST',
      dispatcher: this.agent,
      signal,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'toolwright',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        ...this.temperature,
        stream: false,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      }),
    });
    const read = await readCapped(body, MOST_BYTES);
    const text = new TextDecoder().decode(read.body);
    if (statusCode >= 300 && statusCode < 400)
      return failure('redirect', originOf(headers['location']), statusCode);
    if (statusCode === 400 && 'temperature' in this.temperature && /temperature/i.test(errorDetail(text))) {
      this.temperature = {};
      return this.request({ system, user }, signal);
    }
    if (statusCode !== 200) return failure('status', errorDetail(this.withoutKey(text)), statusCode);
    return this.replyIn(text, String(headers['content-type'] ?? 'no content type'));
  }

  private replyIn(text: string, contentType: string): ChatReply {
    const reply = parsedJson(text);
    if (!isObject(reply)) return failure('no_json', contentType, 200);
    const [choice] = Array.isArray(reply['choices']) ? (reply['choices'] as unknown[]) : [];
    const message = isObject(choice) ? choice['message'] : undefined;
    if (!isObject(message)) return failure('no_answer', errorDetail(this.withoutKey(text)), 200);
    return { ok: true, text: this.withoutKey(contentText(message['content'])) };
  }

  // Some servers echo the key.
  private withoutKey(text: string): string {
    return withoutKey(text, this.provider.apiKey);
  }
}

/** Returns the completions URL of a base URL, keeping its query. */
export function completionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

/** Removes the key from a text; short ones are placeholders (`none`, `EMPTY`), which may be ordinary words. */
export function withoutKey(text: string, key: string | undefined): string {
  return key !== undefined && key.length >= 8 ? withoutSecret(text, key, '[api_key]') : text;
}

function failure(kind: ChatFailure['kind'], detail: string, status?: number): ChatFailure {
  return { ok: false, kind, detail, ...(status !== undefined && { status }) };
}

// Content is a string, or a list of parts of which some are text.
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

// OpenAI uses `{ error: { message } }`; others use `{ error }`, `{ message }` or `{ detail }`.
function errorDetail(text: string): string {
  const body = parsedJson(text);
  if (!isObject(body)) return oneLine(text);
  const { error, message, detail } = body;
  const said = [isObject(error) ? error['message'] : error, message, detail].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  return oneLine(said ?? text);
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}

function originOf(location: unknown): string {
  return typeof location === 'string' && URL.canParse(location) ? new URL(location).origin : 'elsewhere';
}

function rootMessage(error: unknown): string {
  let last = error as Partial<NodeJS.ErrnoException>;
  while (isError(last.cause)) last = last.cause;
  // A host with several IP addresses fails with one error for each.
  const { errors: [first] = [] } = last as { errors?: Error[] };
  return first?.message || last.message || last.code || 'unknown error';
}
