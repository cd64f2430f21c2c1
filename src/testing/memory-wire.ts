import type { MethodTable } from '../serve/method-table';
import { Connection } from '../serve/connection';
import { aboutTest } from './from-test';
import { RequestRefusedError } from './request-refused-error';

type Message = Record<string, unknown>;

/** What the client's end of the wire does with messages that answer nothing. */
export interface WireListeners {
  notified(method: string, params: Message): void;
  /** Answers a request of the server, such as a question to the user. */
  requested(method: string, params: Message): Message;
}

/** The client's end of a connection in memory: messages are JSON text, as on any other transport. */
export class MemoryWire {
  private readonly connection: Connection;
  private readonly waiting = new Map<
    number,
    { resolve(result: Message): void; reject(error: Error): void }
  >();
  private count = 0;
  private closed = false;

  constructor(
    table: MethodTable,
    private readonly listeners: WireListeners,
  ) {
    this.connection = new Connection(table, (json) => this.hear(JSON.parse(json) as Message));
  }

  /** The id that the next request gets. */
  get nextId(): number {
    return this.count + 1;
  }

  request(method: string, params: Message, signal?: AbortSignal): Promise<Message> {
    if (this.closed) return Promise.reject(closedError());
    const id = ++this.count;
    const cancel = (): void =>
      this.notify('notifications/cancelled', { requestId: id, reason: 'The test cancelled it' });
    return new Promise<Message>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      signal?.addEventListener('abort', () => {
        if (!this.waiting.delete(id)) return;
        cancel();
        reject(signal.reason as Error);
      });
      this.say({ id, method, params });
    });
  }

  /** Makes a request that a server answers without waiting for anything, such as one for a list. */
  requestNow(method: string, params: Message): Message {
    if (this.closed) throw closedError();
    const id = ++this.count;
    let answer: { readonly result: Message } | { readonly error: Error } | undefined;
    this.waiting.set(id, {
      resolve: (result) => (answer = { result }),
      reject: (error) => (answer = { error }),
    });
    this.say({ id, method, params });
    this.waiting.delete(id);
    const answered = answer as { readonly result?: Message; readonly error?: Error } | undefined;
    if (answered?.result) return answered.result;
    throw answered?.error ?? new Error(`${method} was not answered at once.`);
  }

  notify(method: string, params: Message = {}): void {
    this.say({ method, params });
  }

  close(): void {
    this.closed = true;
    this.connection.close();
    for (const { reject } of this.waiting.values()) reject(closedError());
    this.waiting.clear();
  }

  private say(message: Message): void {
    // A copy, as any transport makes: a test never shares its objects with the server.
    this.connection.take(JSON.parse(JSON.stringify({ jsonrpc: '2.0', ...message })) as Message);
  }

  private hear(message: Message): void {
    const { id, method, result, error } = message;
    if (typeof method === 'string') this.hearMethod(method, id, (message['params'] ?? {}) as Message);
    else if (typeof id === 'number') {
      const waiter = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) waiter?.resolve(result as Message);
      else {
        const { code, message: text, data } = error as { code: number; message: string; data?: unknown };
        waiter?.reject(new RequestRefusedError(code, text, data));
      }
    }
  }

  private hearMethod(method: string, id: unknown, params: Message): void {
    if (id === undefined) return this.listeners.notified(method, params);
    try {
      this.say({ id, result: this.listeners.requested(method, params) });
    } catch (error) {
      this.say({ id, error: { code: -32603, message: (error as Error).message } });
    }
  }
}

function closedError(): Error {
  return aboutTest(new Error('The client is closed.'));
}
