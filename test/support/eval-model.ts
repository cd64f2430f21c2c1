import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the model received it, whichever API it came by. */
export interface AskedModel {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** What the user said. */
  readonly ask: string;
  readonly system: string;
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
  /** What was said after the question. */
  readonly after: readonly Record<string, unknown>[];
  /** How often this was asked before. */
  readonly before: number;
}

/** What the model does: it calls tools, says something, declines, or its server fails. */
export type ModelDeed =
  | { readonly calls: readonly (readonly [name: string, args: unknown])[] }
  | { readonly says: string }
  | { readonly refuses: true }
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | 'never';

/** A model on loopback: a real HTTP server that speaks both APIs and does as it is told. */
export class EvalModel {
  readonly asked: AskedModel[] = [];
  deed: (asked: AskedModel) => ModelDeed = () => ({ says: 'I do not know.' });
  /** The tokens that every answer is billed for. */
  usage = { input: 100, output: 10 };
  /** The most requests that were open at once. */
  mostOpen = 0;
  /** Its address, which nobody answers on once it has stopped. */
  url = '';
  private open = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  static async start(): Promise<EvalModel> {
    const model = new EvalModel();
    await new Promise<void>((resolve) => model.server.listen(0, '127.0.0.1', resolve));
    model.url = `http://127.0.0.1:${(model.server.address() as AddressInfo).port}`;
    return model;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    response.once('close', () => this.open--);
    let text = '';
    for await (const piece of request) text += String(piece);
    const asked = this.read(request, JSON.parse(text) as Record<string, unknown>);
    this.asked.push(asked);
    const deed = this.deed(asked);
    if (deed === 'never') return;
    // Whoever else asks gets in before the answer.
    await new Promise((resolve) => setImmediate(resolve));
    const isAnthropic = asked.path.endsWith('/v1/messages');
    const { status, body, headers } =
      'status' in deed
        ? { body: { error: { message: 'stub' } }, headers: {}, ...deed }
        : { status: 200, body: isAnthropic ? this.message(deed) : this.completion(deed), headers: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  private read({ url = '', headers }: IncomingMessage, body: Record<string, unknown>): AskedModel {
    const messages = body['messages'] as { role: string; content: string }[];
    const at = messages.findIndex(({ role }) => role === 'user');
    const tools = body['tools'] as { name?: string; function?: { name: string } }[];
    const ask = messages[at]!.content;
    return {
      path: url,
      headers,
      body,
      ask,
      system: (body['system'] as string | undefined) ?? (at > 0 ? messages[0]!.content : ''),
      tools: tools.map((tool) => tool.name ?? tool.function!.name),
      after: messages.slice(at + 1),
      before: this.asked.filter((each) => each.ask === ask).length,
    };
  }

  private message(deed: Exclude<ModelDeed, 'never' | { status: number }>): object {
    const content =
      'calls' in deed
        ? deed.calls.map(([name, input], at) => ({ type: 'tool_use', id: `toolu_${at}`, name, input }))
        : 'says' in deed
          ? [{ type: 'text', text: deed.says }]
          : [];
    const stop = 'calls' in deed ? 'tool_use' : 'says' in deed ? 'end_turn' : 'refusal';
    const usage = { input_tokens: this.usage.input, output_tokens: this.usage.output };
    return { id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: stop, usage };
  }

  private completion(deed: Exclude<ModelDeed, 'never' | { status: number }>): object {
    const message = {
      role: 'assistant',
      content: 'says' in deed ? deed.says : null,
      ...('refuses' in deed && { refusal: 'I can’t help with that.' }),
      ...('calls' in deed && {
        tool_calls: deed.calls.map(([name, args], at) => ({
          id: `call_${at}`,
          type: 'function',
          function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
        })),
      }),
    };
    const usage = { prompt_tokens: this.usage.input, completion_tokens: this.usage.output };
    return { id: 'c1', choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
  }
}
