import { Client, InMemoryTransport, type ClientOptions } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { Connection } from '../../src/serve/connection';
import { MethodTable } from '../../src/serve/method-table';
import type { ServerOptions } from '../../src/serve/server-options';
import { MODERN } from './modern';
import type { Message } from './raw-session';

/** Connects a client of SDK 2 in memory; pinned to the modern era unless it says otherwise. */
export async function connectSdk2(
  registry: ToolRegistry,
  options: ServerOptions & { client?: ClientOptions; prepare?: (client: Client) => void } = {},
): Promise<Client> {
  const { client: clientOptions, prepare, ...serverOptions } = options;
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: MODERN } }, ...clientOptions },
  );
  prepare?.(client);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const connection = new Connection(
    new MethodTable(registry, serverOptions),
    (json) => void serverSide.send(JSON.parse(json) as JSONRPCMessage),
  );
  serverSide.onmessage = (message) => connection.take(message as Message);
  serverSide.onclose = () => connection.close();
  await serverSide.start();
  await client.connect(clientSide);
  return client;
}
