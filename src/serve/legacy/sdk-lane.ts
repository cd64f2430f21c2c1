import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Hello } from './plain-message';

const REPLAY = 'toolwright:initialize';

/** What the SDK's server needs when it joins late: what the client sent about itself, and whether it was ready. */
export interface Beginning {
  hello: Hello | undefined;
  initialized: boolean;
}

/** The SDK's server behind the fast lane, created for the first message that only it can answer. */
export class SdkLane {
  private starting: Promise<Server> | undefined;
  private readonly waiting: JSONRPCMessage[] = [];
  private readonly transport: LaneTransport;
  private live: Server | undefined;
  /** The requests that it has not answered yet. */
  private readonly open = new Set<unknown>();

  constructor(
    private readonly make: () => Promise<Server>,
    private readonly beginning: () => Beginning,
    send: (message: JSONRPCMessage, relatedTo: RequestId | undefined) => void,
    private readonly failed: (error: unknown) => void,
  ) {
    this.transport = new LaneTransport((message, relatedTo) => {
      const answered = 'id' in message && !('method' in message) ? message.id : undefined;
      if (answered !== undefined) this.open.delete(answered);
      send(message, answered ?? relatedTo);
    });
  }

  get started(): boolean {
    return this.starting !== undefined;
  }

  /** The server, once connected. */
  get connected(): Server | undefined {
    return this.live;
  }

  /** Returns whether no request is waiting for an answer. */
  get idle(): boolean {
    return this.open.size === 0;
  }

  /** The number of requests that are waiting for an answer. */
  get running(): number {
    return this.open.size;
  }

  /** Hands a message over, in order of arrival. */
  take(message: Record<string, unknown>): void {
    if ('id' in message && 'method' in message) this.open.add(message['id']);
    if (message['method'] === 'notifications/cancelled')
      this.open.delete((message['params'] as { requestId?: unknown } | undefined)?.requestId);
    if (this.live) return this.transport.receive(message as JSONRPCMessage);
    this.waiting.push(message as JSONRPCMessage);
    this.start().catch(this.failed);
  }

  /** The server, created and connected on first use. */
  start(): Promise<Server> {
    return (this.starting ??= this.begin());
  }

  async close(): Promise<void> {
    await this.starting?.then((server) => server.close()).catch(this.failed);
  }

  private async begin(): Promise<Server> {
    const server = await this.make();
    await server.connect(this.transport);
    const { hello, initialized } = this.beginning();
    if (hello) await this.transport.replay(hello);
    if (initialized) this.transport.receive({ jsonrpc: '2.0', method: 'notifications/initialized' });
    this.live = server;
    for (const message of this.waiting.splice(0)) this.transport.receive(message);
    return server;
  }
}

// Both lanes share one connection: what the SDK sends takes the same route, except its reply to the replay.
class LaneTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  private replayed: (() => void) | undefined;

  constructor(private readonly out: (message: JSONRPCMessage, relatedTo: RequestId | undefined) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('id' in message && message.id === REPLAY) return this.replayed?.();
    this.out(message, options?.relatedRequestId);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  receive(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  /** Sends `initialize` once more on the client's behalf; resolves when it is answered. */
  replay(hello: Hello): Promise<void> {
    return new Promise((resolve) => {
      this.replayed = resolve;
      this.receive({ jsonrpc: '2.0', id: REPLAY, method: 'initialize', params: { ...hello } });
    });
  }
}
