import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { Connection } from '../../src/serve/connection';
import { MethodTable } from '../../src/serve/method-table';
import type { ServerOptions } from '../../src/serve/server-options';
import { modernMeta } from './modern';
import type { Message } from './raw-session';

const DISCOVER = 'bridge:discover';
const LISTEN = 'bridge:listen';
const WATCH = 'bridge:watch ';
const LISTS = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

/**
 * Lets a client of SDK 1 speak to the modern lane, so that the functional tests also run through it: each request gets the
 * `_meta` of the era, questions in a result are put to the client, and the call is made again with its answers.
 */
export class EraBridge {
  private readonly connection: Connection;
  private readonly requests = new Map<unknown, Message>();
  private readonly watching = new Map<unknown, unknown>();
  private readonly answers = new Map<unknown, (answer: unknown) => void>();
  private hello: Message = {};
  private level: unknown;
  private count = 0;

  constructor(
    registry: ToolRegistry,
    options: ServerOptions,
    private readonly transport: Transport,
  ) {
    this.connection = new Connection(new MethodTable(registry, options), (json) =>
      this.hear(JSON.parse(json) as Message),
    );
    transport.onmessage = (message) => this.take(message as Message);
    transport.onclose = () => this.connection.close();
  }

  private take(message: Message): void {
    const { id, method, params = {} } = message as { id?: unknown; method?: string; params?: Message };
    if (method === undefined) return this.answers.get(id)?.(message['result'] ?? { action: 'cancel' });
    if (method === 'initialize') {
      this.hello = { id, ...params };
      return this.forward({ jsonrpc: '2.0', id: DISCOVER, method: 'server/discover' });
    }
    if (method === 'notifications/initialized')
      return this.forward({
        jsonrpc: '2.0',
        id: LISTEN,
        method: 'subscriptions/listen',
        params: { notifications: LISTS },
      });
    if (method === 'resources/subscribe') return this.watch(id, params['uri'] as string);
    if (method === 'resources/unsubscribe') return this.unwatch(id, params['uri'] as string);
    if (method === 'logging/setLevel') this.level = params['level'];
    if (method === 'logging/setLevel' || method === 'ping') return this.tell({ id, result: {} });
    if (id === undefined) return this.connection.take(message);
    this.requests.set(id, message);
    this.forward(message);
  }

  // Each subscription is a stream of its own, which is answered when it is acknowledged.
  private watch(id: unknown, uri: string): void {
    this.watching.set(`${WATCH}${uri}`, id);
    const params = { notifications: { resourceSubscriptions: [uri] } };
    this.forward({ jsonrpc: '2.0', id: `${WATCH}${uri}`, method: 'subscriptions/listen', params });
  }

  private unwatch(id: unknown, uri: string): void {
    const params = { requestId: `${WATCH}${uri}` };
    this.connection.take({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    this.tell({ id, result: {} });
  }

  private acknowledged({ _meta }: Message): void {
    const id = this.watching.get((_meta as Message)['io.modelcontextprotocol/subscriptionId']);
    if (id !== undefined) this.tell({ id, result: {} });
  }

  private forward(message: Message): void {
    const { params = {} } = message as { params?: { _meta?: Message } };
    const { capabilities = {} } = this.hello as { capabilities?: Message };
    const meta = modernMeta(capabilities, {
      ...params._meta,
      'io.modelcontextprotocol/clientInfo': this.hello['clientInfo'],
      ...(this.level !== undefined && { 'io.modelcontextprotocol/logLevel': this.level }),
    });
    this.connection.take({ ...message, params: { ...params, _meta: meta } });
  }

  private hear(message: Message): void {
    const { id } = message;
    const result = message['result'] as Message | undefined;
    if (id === DISCOVER) return this.greet(result!);
    if (message['method'] === 'notifications/subscriptions/acknowledged')
      return this.acknowledged(message['params'] as Message);
    if (id === LISTEN || this.watching.has(id)) return;
    if (result?.['resultType'] === 'input_required') return void this.ask(id, result);
    this.tell(result ? { ...message, result: forLegacy(result) } : message);
  }

  private greet({ capabilities, instructions, _meta }: Message): void {
    const serverInfo = (_meta as Message)['io.modelcontextprotocol/serverInfo'];
    const result = { protocolVersion: '2025-11-25', capabilities, serverInfo, instructions };
    this.tell({ id: this.hello['id'], result });
  }

  private async ask(id: unknown, { inputRequests, requestState }: Message): Promise<void> {
    const asked = Object.entries(inputRequests as Record<string, Message>).map(async ([key, request]) => {
      const own = `bridge:${++this.count}`;
      const answer = new Promise((resolve) => this.answers.set(own, resolve));
      this.tell({ id: own, ...request });
      return [key, await answer] as const;
    });
    const inputResponses = Object.fromEntries(await Promise.all(asked));
    const request = this.requests.get(id)!;
    this.forward({ ...request, params: { ...(request['params'] as Message), inputResponses, requestState } });
  }

  private tell(message: Message): void {
    void this.transport.send({ ...message, jsonrpc: '2.0' } as JSONRPCMessage);
  }
}

// Structured content is an object in the legacy era.
function forLegacy({ structuredContent, ...rest }: Message): Message {
  const isObject = typeof structuredContent === 'object' && structuredContent !== null;
  return isObject && !Array.isArray(structuredContent) ? { ...rest, structuredContent } : rest;
}
