import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ToolRegistry } from '../registries/tool-registry';
import { MethodTable } from './method-table';
import type { ServerOptions } from './server-options';

export type { Server };
export type { ServerOptions, ServerPart } from './server-options';
export type { StdioServer } from './stdio/stdio-server';

/** Creates an MCP server for one connection to a registry. The SDK is loaded here, not with the package. */
export function createLateServer(registry: ToolRegistry, options: ServerOptions = {}): Server {
  const { sdkServer } = require('./legacy/sdk-server') as typeof import('./legacy/sdk-server');
  return sdkServer(new MethodTable(registry, options));
}
