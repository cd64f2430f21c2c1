import { isObject, parsedJson } from '../base/json-value';
import { withoutKey } from '../ai/chat-completions';
import { readCapped } from '../web/read-body';
import { retryDelay } from '../web/retry-request';

/** What became of a request: the body of the answer, or why there is none. */
export type Sent =
  | { readonly ok: true; readonly body: string }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether the model may have worked on it, so that it may be billed. */
      readonly unsure: boolean;
    };

/** How a model is reached. */
export interface ChannelOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Removed from everything that comes back. */
  readonly key: string | undefined;
  readonly timeoutMs: number;
  /** How often a request is repeated after an answer that asks for it. */
  readonly retries: number;
  readonly sleep: (ms: number) => Promise<void>;
}

const MOST_BYTES = 4_000_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_DETAIL = 300;
const TRANSIENT = new Set([408, 409, 429, 500, 502, 503, 504, 529]);

/** Sends requests to a model, one after another or many at a time; the key never leaves it but in the header. */
export class HttpChannel {
  // Newer models of OpenAI know the limit of an answer by another name only.
  private renamesLimit = false;

  constructor(private readonly options: ChannelOptions) {}

  /** Sends a request, and again after an error that passes; failures are returned. */
  async send(body: Readonly<Record<string, unknown>>): Promise<Sent> {
    const { retries, sleep } = this.options;
    for (let attempt = 0; ; attempt++) {
      const sent = await this.attempt(body);
      if (!('retryAfter' in sent)) return sent;
      if (attempt >= retries)
        return { ok: false, problem: `${sent.problem} (after ${attempt + 1} attempts)`, unsure: false };
      await sleep(retryDelay(sent.retryAfter, attempt, FIRST_PAUSE_MS));
    }
  }

  private async attempt(
    body: Readonly<Record<string, unknown>>,
  ): Promise<Sent | { readonly retryAfter: string | null; readonly problem: string }> {
    const { url, headers, timeoutMs } = this.options;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'user-agent': 'toolwright', ...headers },
        body: JSON.stringify(this.renamesLimit ? renamed(body) : body),
      });
      const text = await this.textOf(answer);
      if (answer.ok) return { ok: true, body: text };
      const problem = `HTTP ${answer.status}: ${detailOf(text)}`;
      if (TRANSIENT.has(answer.status)) return { retryAfter: answer.headers.get('retry-after'), problem };
      if (answer.status === 400 && !this.renamesLimit && /max_completion_tokens/.test(text)) {
        this.renamesLimit = true;
        return await this.attempt(body);
      }
      return { ok: false, problem, unsure: false };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        return { ok: false, problem: `no answer within ${timeoutMs / 1000} seconds`, unsure: true };
      return { retryAfter: null, problem: this.clean(rootMessage(error)) };
    }
  }

  private async textOf({ body }: Response): Promise<string> {
    const read = await readCapped(body as AsyncIterable<Uint8Array> | null, MOST_BYTES);
    return this.clean(new TextDecoder().decode(read.body));
  }

  private clean(text: string): string {
    return withoutKey(text, this.options.key);
  }
}

function renamed({ max_tokens: most, ...rest }: Readonly<Record<string, unknown>>): object {
  return { ...rest, max_completion_tokens: most };
}

function detailOf(text: string): string {
  const body = parsedJson(text);
  const error = isObject(body) ? body['error'] : undefined;
  const said = isObject(error) ? error['message'] : error;
  const line = (typeof said === 'string' ? said : text).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line || 'no explanation';
}

// What made `fetch` fail is behind its own error; a host with several addresses fails with one error for each.
function rootMessage(error: unknown): string {
  let last = error as { cause?: unknown; errors?: unknown; message?: string; code?: string };
  while (isObject(last.cause)) last = last.cause;
  const [first] = Array.isArray(last.errors) ? (last.errors as Error[]) : [];
  return first?.message || last.message || last.code || 'unknown error';
}
