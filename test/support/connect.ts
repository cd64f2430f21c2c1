import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ClientCapabilities, JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../../src/registries/tool-registry';
import { FastLane, type TextTransport } from '../../src/serve/fast/fast-lane';
import { createServer } from '../../src/serve/server';
import type { ServerOptions } from '../../src/serve/server-options';

/** The two ways in which a connection is served; clients must not be able to tell them apart. */
export type Lane = 'sdk' | 'fast';

/** What a test says of its connection, besides what the server is told. */
export interface ConnectOptions extends ServerOptions {
  capabilities?: ClientCapabilities;
  prepare?: (client: Client) => void;
  /** By default the lane this run of the functional tests goes through: jest.config.cjs has one run for each. */
  lane?: Lane;
}

/** A real client connected in memory to a server over the registry. */
export async function connect(
  registry: ToolRegistry,
  options: ConnectOptions = {},
): Promise<{ client: Client; close: () => Promise<void> }> {
  const { capabilities, prepare, lane, ...serverOptions } = options;
  const server = serverOf(registry, serverOptions, lane ?? laneOfThisRun());
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: capabilities ?? {} });
  prepare?.(client);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return { client, close: () => client.close() };
}

/** The lane this run goes through. */
export function laneOfThisRun(): Lane {
  return (globalThis as { TOOLWRIGHT_LANE?: Lane }).TOOLWRIGHT_LANE ?? 'sdk';
}

/** A server of either lane, as something to connect a transport to. */
export function serverOf(
  registry: ToolRegistry,
  options: ServerOptions,
  lane: Lane,
): { connect(transport: Transport): Promise<void> } {
  if (lane === 'sdk') return createServer(registry, options);
  const fast = new FastLane(registry, options);
  return { connect: (transport) => fast.connect(withText(transport)) };
}

// The fast lane writes text; in memory it is read back, so that a test sees what a client would.
function withText(transport: Transport): TextTransport {
  return Object.assign(transport, {
    sendText: (json: string) => void transport.send(JSON.parse(json) as JSONRPCMessage),
  });
}

/** The JSON a tool's text content holds. */
export function jsonOf(result: unknown): Record<string, unknown> {
  const { content } = result as { content: { type: string; text: string }[] };
  return JSON.parse(content[0]!.text) as Record<string, unknown>;
}

/** The text of a tool's first content block. */
export function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]!.text;
}
