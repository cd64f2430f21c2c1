import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the stub API received it. */
export interface ReceivedMessage {
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A real HTTP server on loopback that speaks the part of the Anthropic API we use. */
export class ClaudeServer {
  readonly received: ReceivedMessage[] = [];
  private readonly server: Server;
  private answer: (response: ServerResponse) => void = (response) =>
    reply(response, 200, message('Hello from the stub'));

  private constructor() {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.method !== 'POST' || request.url !== '/v1/messages')
          return reply(response, 404, error('not_found_error'));
        this.received.push({ headers: request.headers, body: JSON.parse(text) as Record<string, unknown> });
        this.answer(response);
      });
    });
  }

  static async start(): Promise<ClaudeServer> {
    const stub = new ClaudeServer();
    await new Promise<void>((resolve) => stub.server.listen(0, '127.0.0.1', resolve));
    return stub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the replies to the next requests; `never` leaves them open. */
  respond(
    status: number | 'never',
    body: object = message('ok'),
    headers: Record<string, string> = {},
  ): void {
    this.answer = (response) => {
      if (status !== 'never') reply(response, status, body, headers);
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A message as the API sends it. */
export function message(text: string, stopReason = 'end_turn'): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-20250514',
    content: stopReason === 'refusal' ? [] : [{ type: 'text', text }],
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

/** An error as the API sends it. */
export function error(type: string): object {
  return { type: 'error', error: { type, message: `stub ${type}` } };
}

function reply(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false', ...headers });
  response.end(JSON.stringify(body));
}
