import { isPromised } from '../../base/awaitable';
import { exceptionMessage } from '../../base/exception';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { renderOutcome } from '../../calls/render';
import type { CallOutcome } from '../../outcome';
import type { Progress } from '../../tool-context';
import { announceChanges } from '../announce-changes';
import { checkedResult } from '../checked-result';
import type { Last, Params, Send } from '../method';
import type { MethodTable } from '../method-table';
import { RunningRequest } from '../running-request';
import { traceIn } from '../trace-in-meta';
import type { WireCaller } from '../wire-caller';
import { ConnectionState } from './connection-state';
import type { SdkConnection } from './legacy-session';
import { isRequestId, plainHello, plainRequest, type Hello, type PlainRequest } from './plain-message';
import { protocolError } from '../protocol-error';
import { errorReply, greetingReply, listReply, notification, resultReply, textReply } from './legacy-replies';
import { SdkLane } from './sdk-lane';

const ANSWERED: Last = {};

/**
 * One legacy client: common messages are answered here, all others by the SDK, which is loaded for the first of them.
 * See docs/fast-lane.md; the functional tests run through both lanes.
 */
export class FastLane {
  private readonly state: ConnectionState;
  private readonly sdk: SdkLane;
  private readonly calls = new Map<RequestId, RunningRequest>();
  /** The requests of the SDK's server that came with a way back of their own. */
  private readonly ways = new Map<unknown, Send>();
  /** What the client sent about itself, and what of it the SDK's server has not been told yet. */
  private hello: Hello | undefined;
  private pendingHello: Hello | undefined;
  private initialized = false;
  private open = true;
  private readonly stopListening: () => void;

  /** `send` takes what belongs to no request, and the replies to requests without a way of their own. */
  constructor(
    private readonly table: MethodTable,
    private readonly send: Send,
    caller?: WireCaller,
  ) {
    this.sdk = new SdkLane(
      async () => (await import('./sdk-server.js')).sdkServer(table, this.state),
      () => ({ hello: this.pendingHello, initialized: this.initialized }),
      (message, relatedTo) => this.fromSdk(message, relatedTo),
      (error) => table.log.error(`The SDK's server could not be created: ${exceptionMessage(error)}`),
    );
    const connection: SdkConnection = {
      client: () => this.hello?.clientInfo ?? this.sdk.connected?.getClientVersion(),
      capabilities: () => this.hello?.capabilities ?? this.sdk.connected?.getClientCapabilities(),
      server: () => this.sdk.start(),
      notify: (method, params) => this.out(notification(method, params)),
    };
    this.state = new ConnectionState(table, connection, caller);
    this.stopListening = announceChanges(table.announced, (method) => {
      if (this.greeted) this.out(notification(method));
    });
  }

  /** Returns whether every request has been answered. */
  get idle(): boolean {
    return this.calls.size === 0 && this.sdk.idle;
  }

  /** The number of requests that are not answered yet. */
  get running(): number {
    return this.calls.size + this.sdk.running;
  }

  /** Answers a message; what belongs to it goes by `send`, which defaults to the connection's. */
  take(message: Record<string, unknown>, send: Send = this.send): void {
    const isRequest = 'method' in message && 'id' in message;
    if (isRequest ? this.request(message, send) : this.notice(message)) return;
    if (isRequest && send !== this.send) this.ways.set(message['id'], send);
    this.sdk.take(message);
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    for (const call of this.calls.values()) call.hurry();
    this.state.sdkRequests.hurry();
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    this.stopListening();
    for (const call of this.calls.values()) call.cancel();
    this.calls.clear();
    this.ways.clear();
    void this.sdk.close();
  }

  private get greeted(): boolean {
    return this.hello !== undefined || this.sdk.connected?.getClientVersion() !== undefined;
  }

  private out(json: string): void {
    if (this.open) this.send(json);
  }

  private fromSdk(message: JSONRPCMessage, relatedTo: RequestId | undefined): void {
    const way = this.ways.get(relatedTo) ?? this.send;
    const last = 'result' in message ? {} : 'error' in message ? { code: message.error.code } : undefined;
    if (last) this.ways.delete(relatedTo);
    if (this.open) way(JSON.stringify(message), last);
  }

  // A notification never loads the SDK: if it is not loaded, it has nothing in progress to be notified about.
  private notice(message: Record<string, unknown>): boolean {
    if (message['method'] === 'notifications/initialized') this.initialized ||= !this.sdk.started;
    if (message['method'] === 'notifications/cancelled' && this.cancel(message['params'])) return true;
    return !this.sdk.started;
  }

  // The SDK also ignores requests with the id 0 or ''.
  private cancel(params: unknown): boolean {
    const { requestId, reason } = (params ?? {}) as Params;
    if (!requestId || !isRequestId(requestId)) return false;
    if (reason !== undefined && typeof reason !== 'string') return false;
    const call = this.calls.get(requestId);
    call?.cancel(reason);
    return call !== undefined;
  }

  private request(message: Record<string, unknown>, send: Send): boolean {
    const request = plainRequest(message);
    if (!request) return false;
    if (request.method === 'initialize') return this.greet(request, send);
    if (request.method === 'ping') return this.reply(send, resultReply(request.id, {}));
    if (!this.greeted) return false;
    try {
      return this.answer(request, send);
    } catch (error) {
      return this.fail(send, request.id, error);
    }
  }

  private greet({ id, params }: PlainRequest, send: Send): boolean {
    this.hello = plainHello(params);
    if (!this.hello || this.sdk.started) return false;
    this.pendingHello = this.hello;
    return this.reply(send, greetingReply(id, this.hello.protocolVersion, this.table.greeting));
  }

  private answer({ id, method, params }: PlainRequest, send: Send): boolean {
    switch (method) {
      case 'tools/call':
        return this.call(id, params, send);
      case 'tools/list':
        return this.reply(send, listReply(id, this.table.tools.list(params)));
      case 'logging/setLevel':
        return this.reply(send, resultReply(id, this.state.clientLog.setLevel(params)));
      default:
        return false;
    }
  }

  private call(id: RequestId, params: Params, send: Send): boolean {
    const call = this.begin(id, params, send);
    const outcome = this.table.tools.call(params, call);
    if (!isPromised(outcome)) {
      call.answered = true;
      return this.finish(id, outcome, send);
    }
    this.calls.set(id, call);
    if (send !== this.send) this.ways.set(id, send);
    outcome
      .then((settled) => call.over || this.finish(id, settled, send))
      .catch((error: unknown) => call.over || this.fail(send, id, error))
      .finally(() => {
        call.answered = true;
        if (this.calls.get(id) !== call) return;
        this.calls.delete(id);
        this.ways.delete(id);
      });
    return true;
  }

  private begin(id: RequestId, params: Params, send: Send): RunningRequest {
    const meta = params['_meta'] as { progressToken?: RequestId } | undefined;
    const token = meta?.progressToken;
    const progress = (update: Progress): void => {
      if (!call.over) send(notification('notifications/progress', { progressToken: token, ...update }));
    };
    const { session, log } =
      send === this.send
        ? this.state
        : this.state.forRequest(id, (method, inner) =>
            call.over ? this.out(notification(method, inner)) : send(notification(method, inner)),
          );
    const call: RunningRequest = new RunningRequest(session, log, token === undefined ? undefined : progress);
    if (meta && this.table.registry.observers.any) call.trace = traceIn(meta);
    return call;
  }

  private finish(id: RequestId, outcome: CallOutcome, send: Send): boolean {
    const wire = renderOutcome(outcome);
    return this.reply(send, textReply(id, wire) ?? resultReply(id, checkedResult(wire)));
  }

  private fail(send: Send, id: RequestId, error: unknown): true {
    const { code, message, data } = protocolError(error);
    return this.reply(send, errorReply(id, code, message, data), { code });
  }

  private reply(send: Send, json: string, last: Last = ANSWERED): true {
    if (this.open) send(json, last);
    return true;
  }
}
