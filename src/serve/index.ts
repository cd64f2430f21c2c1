import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ServerOptions } from './server-options';

export type { Server };
export type { ServerOptions, ServerPart } from './server-options';
export type { StdioServer } from './stdio-server';

/** Creates an MCP server for one connection to a registry. The SDK is loaded here, not with the package. */
export function createLateServer(registry: ToolRegistry, options: ServerOptions = {}): Server {
  const module = require('./server') as typeof import('./server');
  return module.createSdkServer(registry, options);
}
