import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for a completion, as the server received it. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  readonly system: string;
  readonly user: string;
  /** The log lines in it, without their numbers. */
  readonly lines: string[];
  /** Whether the client disconnected before the reply. */
  readonly abandoned: Promise<void>;
}

/** How a request is answered: with this text, with a status and a body, or not at all. */
export type ModelAnswer =
  string | { status: number; body: string | object; headers?: Record<string, string> } | 'never';

/** A real HTTP server on loopback that speaks OpenAI's chat completions. */
export class ModelServer {
  readonly asked: Asked[] = [];
  answer: (asked: Asked, count: number) => ModelAnswer = () => 'CLEAN';
  private readonly server: Server;
  private waiting: (() => void)[] = [];

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<ModelServer> {
    const model = new ModelServer();
    await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Returns the nth request, counted from 1, once it arrives. */
  async request(count: number): Promise<Asked> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return this.asked[count - 1]!;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += String(piece);
    const body = JSON.parse(text) as Record<string, unknown>;
    const [system, user] = (body['messages'] as { content: string }[]).map((message) => message.content);
    const asked: Asked = {
      path: `${request.method} ${request.url}`,
      headers: request.headers,
      body,
      system: system!,
      user: user!,
      lines: [...user!.matchAll(/^\d+: (.*)$/gm)].map((match) => match[1]!),
      abandoned: new Promise((resolve) => response.once('close', () => !response.writableEnded && resolve())),
    };
    this.asked.push(asked);
    const answer = this.answer(asked, this.asked.length);
    for (const wake of this.waiting.splice(0)) wake();
    if (answer === 'never') return;
    const { status, body: said, headers } = typeof answer === 'string' ? completion(answer) : answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof said === 'string' ? said : JSON.stringify(said));
  }
}

function completion(content: string): {
  status: number;
  body: object;
  headers?: Record<string, string>;
} {
  const message = { role: 'assistant', content };
  return { status: 200, body: { id: 'c1', choices: [{ index: 0, message, finish_reason: 'stop' }] } };
}
