import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { CallOutcome } from '../../outcome';
import type { ToolRegistry } from '../../registries/tool-registry';
import { renderOutcome } from '../../calls/render';
import { exceptionMessage } from '../../result';
import type { Progress } from '../../tool-context';
import { announceChanges } from '../announce';
import { checkedResult } from '../checked-result';
import { ConnectionState } from '../connection-state';
import { greetingOf } from '../greeting';
import type { ServerOptions } from '../server-options';
import { PendingCall } from './pending-call';
import { isRequestId, plainHello, plainRequest, type Hello, type PlainRequest } from './plain-message';
import { errorReply, greetingReply, listReply, resultReply, textReply } from './replies';
import { SdkLane } from './sdk-lane';

/** A transport that also accepts messages as JSON text. */
export interface TextTransport extends Transport {
  sendText(json: string): void;
}

/**
 * One connection's server: answers common messages itself and hands all others to the SDK, which it loads for the first
 * of them. See docs/fast-lane.md; the functional tests run through both lanes.
 */
export class FastLane {
  onclose?: () => void;
  private readonly state: ConnectionState;
  private readonly sdk: SdkLane;
  private readonly calls = new Map<RequestId, PendingCall>();
  /** What the client sent about itself, and what of it the SDK's server has not been told yet. */
  private hello: Hello | undefined;
  private pendingHello: Hello | undefined;
  private initialized = false;
  private transport: TextTransport | undefined;
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: ServerOptions = {},
  ) {
    this.sdk = new SdkLane(
      async () => (await import('../server.js')).createSdkServer(registry, options, this.state),
      () => ({ hello: this.pendingHello, initialized: this.initialized }),
      (message) => void this.transport?.send(message),
      (error) => registry.log.error(`The SDK's server could not be created: ${exceptionMessage(error)}`),
    );
    this.state = new ConnectionState(registry, options, {
      client: () => this.hello?.clientInfo ?? this.sdk.connected?.getClientVersion(),
      capabilities: () => this.hello?.capabilities ?? this.sdk.connected?.getClientCapabilities(),
      server: () => this.sdk.start(),
      notify: (method, params) => void this.transport?.send({ jsonrpc: '2.0', method, params }),
    });
  }

  async connect(transport: TextTransport): Promise<void> {
    this.transport = transport;
    transport.onmessage = (message) => this.take(message);
    transport.onclose = () => this.closed();
    const announce = (method: string) => void this.transport?.send({ jsonrpc: '2.0', method });
    this.stopListening = announceChanges(this.registry, this.options.parts ?? [], announce);
    await transport.start();
  }

  async close(): Promise<void> {
    await this.transport?.close();
  }

  /** Returns whether every request has been answered. */
  get idle(): boolean {
    return this.calls.size === 0 && this.sdk.idle;
  }

  private closed(): void {
    this.transport = undefined;
    this.stopListening?.();
    for (const call of this.calls.values()) call.cancel();
    this.calls.clear();
    void this.sdk.close();
    this.onclose?.();
  }

  private take(message: Record<string, unknown>): void {
    const answered = 'method' in message && 'id' in message ? this.request(message) : this.notice(message);
    if (!answered) this.sdk.take(message);
  }

  // A notification never loads the SDK: if it is not loaded, it has nothing in progress to be notified about.
  private notice(message: Record<string, unknown>): boolean {
    if (message['method'] === 'notifications/initialized') this.initialized ||= !this.sdk.started;
    if (message['method'] === 'notifications/cancelled' && this.cancel(message['params'])) return true;
    return !this.sdk.started;
  }

  // The SDK also ignores requests with the id 0 or ''.
  private cancel(params: unknown): boolean {
    const { requestId, reason } = (params ?? {}) as Record<string, unknown>;
    if (!requestId || !isRequestId(requestId)) return false;
    if (reason !== undefined && typeof reason !== 'string') return false;
    const call = this.calls.get(requestId);
    call?.cancel(reason);
    return call !== undefined;
  }

  private request(message: Record<string, unknown>): boolean {
    const request = plainRequest(message);
    if (!request) return false;
    if (request.method === 'initialize') return this.greet(request);
    if (request.method === 'ping') return this.reply(resultReply(request.id, {}));
    if (!this.hello && !this.sdk.connected?.getClientVersion()) return false;
    try {
      return this.answer(request);
    } catch (error) {
      return this.reply(errorReply(request.id, error));
    }
  }

  private greet({ id, params }: PlainRequest): boolean {
    this.hello = plainHello(params);
    if (!this.hello || this.sdk.started) return false;
    this.pendingHello = this.hello;
    return this.reply(greetingReply(id, this.hello.protocolVersion, greetingOf(this.options)));
  }

  private answer({ id, method, params }: PlainRequest): boolean {
    switch (method) {
      case 'tools/call':
        return this.call(id, params);
      case 'tools/list':
        return this.reply(listReply(id, this.state.tools.list(params)));
      case 'logging/setLevel':
        return this.reply(resultReply(id, this.state.clientLog.setLevel(params)));
      default:
        return false;
    }
  }

  private call(id: RequestId, params: Record<string, unknown>): boolean {
    const { _meta: meta } = params;
    const { session, log, tools } = this.state;
    const token = (meta as { progressToken?: RequestId } | undefined)?.progressToken;
    const call: PendingCall = new PendingCall(
      session,
      log,
      token === undefined ? undefined : (update) => this.progress(call, token, update),
    );
    const outcome = tools.call(params, call);
    if (!(outcome instanceof Promise)) return this.finish(id, outcome);
    this.calls.set(id, call);
    outcome
      .then((settled) => call.cancelled || this.finish(id, settled))
      .catch((error: unknown) => call.cancelled || this.reply(errorReply(id, error)))
      .finally(() => {
        if (this.calls.get(id) === call) this.calls.delete(id);
      });
    return true;
  }

  private progress(call: PendingCall, progressToken: RequestId, update: Progress): void {
    if (call.cancelled) return;
    void this.transport?.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, ...update },
    });
  }

  private finish(id: RequestId, outcome: CallOutcome): boolean {
    const wire = renderOutcome(outcome);
    const plain = textReply(id, wire);
    if (plain !== undefined) return this.reply(plain);
    return this.reply(resultReply(id, checkedResult(wire)));
  }

  private reply(json: string): true {
    this.transport?.sendText(json);
    return true;
  }
}
