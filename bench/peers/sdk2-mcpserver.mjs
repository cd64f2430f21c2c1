// `McpServer` of SDK 2.
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { info, text, zodTools } from './shared.mjs';

const server = new McpServer(info);
for (const { name, description, shape, run } of zodTools(z)) {
  server.registerTool(name, { description, inputSchema: z.object(shape) }, (args) => text(run(args)));
}
await server.connect(new StdioServerTransport());
