import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { ToolRegistry } from '../../src/registry';
import { createServer, type ServerOptions } from '../../src/serve/server';

/** A real client connected in memory to a server over the registry. */
export async function connect(
  registry: ToolRegistry,
  options: ServerOptions & { capabilities?: ClientCapabilities; prepare?: (client: Client) => void } = {},
): Promise<{ client: Client; close: () => Promise<void> }> {
  const { capabilities, prepare, ...serverOptions } = options;
  const server = createServer(registry, serverOptions);
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: capabilities ?? {} });
  prepare?.(client);
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverSide), client.connect(clientSide)]);
  return { client, close: () => client.close() };
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
