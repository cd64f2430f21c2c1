import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { createLateServer } from '../../src/serve';
import { Connection } from '../../src/serve/connection';
import { MethodTable } from '../../src/serve/method-table';
import type { ServerOptions } from '../../src/serve/server-options';
import { EraBridge } from './era-bridge';
import { serveOverHttp } from './http-lane';

/** The ways of serving a connection in memory: a legacy client can't tell the first two apart; the third goes through the modern lane. */
export type Lane = 'sdk' | 'fast' | 'modern';

/** A test's options for its connection, besides those of the server. */
export interface ConnectOptions extends ServerOptions {
  capabilities?: ClientCapabilities;
  prepare?: (client: Client) => void;
  /** Defaults to the lane of this run of the functional tests: jest-settings.cjs has one run for each. */
  lane?: Lane | 'http';
}

/** Connects a real client in memory to a server for the registry. */
export async function connect(
  registry: ToolRegistry,
  options: ConnectOptions = {},
): Promise<{ client: Client; close: () => Promise<void> }> {
  const { capabilities, prepare, lane, ...serverOptions } = options;
  const chosen = lane ?? laneOfThisRun();
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: capabilities ?? {} });
  prepare?.(client);
  if (chosen === 'http') return overHttp(client, registry, serverOptions);
  const server = serverOf(registry, serverOptions, chosen);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return { client, close: () => client.close() };
}

async function overHttp(
  client: Client,
  registry: ToolRegistry,
  options: ServerOptions,
): Promise<{ client: Client; close: () => Promise<void> }> {
  const server = await serveOverHttp(registry, options);
  await client.connect(new StreamableHTTPClientTransport(server.url) as Transport);
  return {
    client,
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}

/** The lane of this run. */
export function laneOfThisRun(): Lane | 'http' {
  return (globalThis as { TOOLWRIGHT_LANE?: Lane | 'http' }).TOOLWRIGHT_LANE ?? 'sdk';
}

/** The code of an unknown tool, and of an unknown resource, in the era of this run. */
export const UNKNOWN_TOOL = laneOfThisRun() === 'modern' ? -32602 : -32001;
export const UNKNOWN_RESOURCE = laneOfThisRun() === 'modern' ? -32602 : -32002;

/** A test of what clients of the legacy era alone can do, or are answered otherwise; in the modern lane there is none, and modern.test.ts has the counterpart. */
export function legacyTest(...parameters: Parameters<typeof test>): void {
  if (laneOfThisRun() !== 'modern') test(...parameters);
}

/** Makes a server of either lane, to be connected to a transport. */
export function serverOf(
  registry: ToolRegistry,
  options: ServerOptions,
  lane: Lane,
): { connect(transport: Transport): Promise<void> } {
  if (lane === 'sdk') return createLateServer(registry, options);
  if (lane === 'modern')
    return {
      connect: async (transport) => {
        void new EraBridge(registry, options, transport);
        await transport.start();
      },
    };
  const connect = async (transport: Transport): Promise<void> => {
    // Text is parsed back in memory, so that a test sees what a client would.
    const connection = new Connection(
      new MethodTable(registry, options),
      (json) => void transport.send(JSON.parse(json) as JSONRPCMessage),
    );
    transport.onmessage = (message) => connection.take(message);
    transport.onclose = () => connection.close();
    await transport.start();
  };
  return { connect };
}

/** Returns the JSON in a tool's text content. */
export function jsonOf(result: unknown): Record<string, unknown> {
  const { content } = result as { content: { type: string; text: string }[] };
  return JSON.parse(content[0]!.text) as Record<string, unknown>;
}

/** Returns the text of a tool's first content block. */
export function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]!.text;
}
