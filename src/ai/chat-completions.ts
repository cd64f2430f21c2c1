import { isObject, parsedJson } from '../json-value';
import type { Agent } from 'undici';
import { readCapped } from '../web/read-capped';

/** A model behind an API that speaks OpenAI's chat completions: OpenAI itself, Ollama, vLLM, llama.cpp and many more. */
export interface ChatProvider {
  /** What `/chat/completions` is put behind; used as it is written. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
}

/** What the model is told, and what it is to answer. */
export interface ChatQuestion {
  readonly system: string;
  readonly user: string;
}

/** Why there is no answer. */
export interface ChatFailure {
  readonly ok: false;
  readonly kind: 'unreachable' | 'timeout' | 'redirect' | 'status' | 'no_json' | 'no_answer';
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** What the server or the network said, in short. */
  readonly detail: string;
}

/** An answer, or why there is none. */
export type ChatReply = { readonly ok: true; readonly text: string } | ChatFailure;

const MOST_BYTES = 1_000_000;
const LONGEST_DETAIL = 300;

/**
 * Asks a model one question at a time. The address is the operator's own, so it may be anywhere; redirects are not
 * followed, and the key is taken out of whatever comes back.
 */
export class ChatCompletions {
  private agent: Agent | undefined;
  // Some models take no other temperature than their own.
  private temperature: { temperature?: number } = { temperature: 0 };

  constructor(private readonly provider: ChatProvider) {}

  /** Asks; every failure is a value, save the caller's own cancellation, which is thrown. */
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

  /** Ends whatever is still open. */
  async close(): Promise<void> {
    await this.agent?.destroy();
  }

  private async request({ system, user }: ChatQuestion, signal: AbortSignal): Promise<ChatReply> {
    const undici = await import('undici');
    const { baseUrl, model, apiKey } = this.provider;
    // The one limit is that of the whole request.
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

  // Some servers quote the key they were given.
  private withoutKey(text: string): string {
    return withoutKey(text, this.provider.apiKey);
  }
}

/** Where completions are asked for; what a base URL says after `?` stays. */
export function completionsUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url;
}

/** A text without the key in it. What servers without keys are given in place of one (`none`, `EMPTY`) is an everyday word. */
export function withoutKey(text: string, key: string | undefined): string {
  return key !== undefined && key.length >= 8 ? text.replaceAll(key, '[api_key]') : text;
}

function failure(kind: ChatFailure['kind'], detail: string, status?: number): ChatFailure {
  return { ok: false, kind, detail, ...(status !== undefined && { status }) };
}

// Content is a text, or a list of parts of which some are texts.
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (isObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

// `{ error: { message } }` is OpenAI's way, `{ error }`, `{ message }` and `{ detail }` are those of others.
function errorDetail(text: string): string {
  const body = parsedJson(text);
  if (!isObject(body)) return oneLine(text);
  const { error, message, detail } = body;
  const said = [isObject(error) ? error['message'] : error, message, detail].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return oneLine(said === undefined ? text : String(said));
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
  while (last.cause instanceof Error) last = last.cause;
  // An address with several IPs fails with one error for each.
  const [first] = last instanceof AggregateError ? (last.errors as Error[]) : [];
  return first?.message || last.message || last.code || 'unknown error';
}
