import type { AnswerHeaders, EventSink, HttpExchange } from './http-exchange';

const MOST_UNREAD = 4 * 1024 * 1024;

/** A request of a server that takes a `Request` and returns a `Response`. */
export class FetchExchange implements HttpExchange {
  readonly extra: Record<string, string> = {};
  readonly path: string;
  readonly secure: boolean;
  readonly peer = undefined;
  /** The answer, once it has begun. */
  readonly answer: Promise<Response>;
  status: number | undefined;
  private begin!: (response: Response) => void;
  private readonly listeners: (() => void)[] = [];
  private ended = false;

  constructor(private readonly request: Request) {
    const { pathname, protocol } = new URL(request.url);
    this.path = pathname;
    this.secure = protocol === 'https:';
    this.answer = new Promise((resolve) => (this.begin = resolve));
    request.signal.addEventListener('abort', () => this.end(), { once: true });
  }

  get source(): Request {
    return this.request;
  }

  get method(): string {
    return this.request.method;
  }

  get hasDoubledHost(): boolean {
    // Headers of one name are joined here.
    return this.request.headers.get('host')?.includes(',') ?? false;
  }

  header(name: string): string | undefined {
    const value = this.request.headers.get(name);
    if (value !== null) return value;
    // A `Request` made by hand has no Host; its address says the same.
    return name === 'host' ? new URL(this.request.url).host : undefined;
  }

  readBody(limit: number, done: (text: string | undefined) => void): void {
    void this.read(limit).then(done, () => this.end());
  }

  send(status: number, headers: AnswerHeaders = {}, body = ''): void {
    if (this.status !== undefined) return;
    this.status = status;
    const empty = body === '' || status === 204;
    this.begin(new Response(empty ? null : body, { status, headers: { ...headers, ...this.extra } }));
    this.end();
  }

  stream(status: number, headers: AnswerHeaders): EventSink {
    this.status = status;
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (given) => void (controller = given),
        cancel: () => this.end(),
      },
      { highWaterMark: MOST_UNREAD, size: (chunk) => chunk.byteLength },
    );
    this.begin(new Response(body, { status, headers: { ...headers, ...this.extra } }));
    return {
      write: (text) => {
        if (this.ended) return;
        controller.enqueue(encoder.encode(text));
        if ((controller.desiredSize ?? 0) > 0) return;
        controller.error(new Error('the client does not read'));
        this.end();
      },
      end: () => {
        if (this.ended) return;
        controller.close();
        this.end();
      },
    };
  }

  onEnd(listener: () => void): void {
    if (this.ended) listener();
    else this.listeners.push(listener);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    for (const listener of this.listeners.splice(0)) listener();
  }

  private async read(limit: number): Promise<string | undefined> {
    if (Number(this.header('content-length') ?? 0) > limit) return undefined;
    const { body } = this.request;
    if (!body) return '';
    const decoder = new TextDecoder();
    const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    let text = '';
    for (let length = 0; ;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.byteLength;
      if (length > limit) {
        await reader.cancel();
        return undefined;
      }
      text += decoder.decode(value, { stream: true });
    }
  }
}
