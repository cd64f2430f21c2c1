// `McpServer` of SDK 1.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { info, text, zodTools } from './shared.mjs';

const server = new McpServer(info);
for (const { name, description, shape, run } of zodTools(z)) {
  server.registerTool(name, { description, inputSchema: shape }, (args) => text(run(args)));
}
await server.connect(new StdioServerTransport());
