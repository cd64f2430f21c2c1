import { PassThrough } from 'node:stream';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import type { ServerOptions } from '../../src/serve/server-options';
import { StdioTransport } from '../../src/serve/stdio/stdio-transport';
import { serverOf, type Lane } from './connect';

/** A message as sent over the wire. */
export type Message = Record<string, unknown>;

/** A server on a pair of streams, fed with raw lines: for clients that misbehave. */
export class RawSession {
  readonly heard: Message[] = [];
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly transport: StdioTransport,
    private readonly input: PassThrough,
  ) {}

  static async open(registry: ToolRegistry, lane: Lane, options: ServerOptions = {}): Promise<RawSession> {
    const input = new PassThrough();
    const session: RawSession = new RawSession(
      new StdioTransport({
        input,
        write: (text) => session.hear(text),
        onDrain: (listener) => void setImmediate(listener),
        taken: () => true,
      }),
      input,
    );
    await serverOf(registry, options, lane).connect(session.transport);
    return session;
  }

  /** Sends lines, each a message or any text, in one chunk. */
  say(...lines: (Message | string)[]): void {
    this.input.write(
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    );
  }

  /** Waits until a matching message has been received. */
  async until(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Returns everything received once the server has answered a last request, which only the SDK can answer. */
  async settled(): Promise<Message[]> {
    this.say({ jsonrpc: '2.0', id: 'last', method: 'no/such/method' });
    await this.until((message) => message['id'] === 'last');
    return this.heard;
  }

  async close(): Promise<void> {
    await this.transport.close();
  }

  private hear(text: string): boolean {
    for (const line of text.split('\n')) if (line) this.heard.push(JSON.parse(line) as Message);
    for (const wake of this.waiting.splice(0)) wake();
    return true;
  }
}
