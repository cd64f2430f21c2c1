// `McpServer` of SDK 2 behind its own handler, which serves both eras.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { createServer } from 'node:http';
import { z } from 'zod';
import { info, text, zodTools } from '../shared.mjs';

const tools = zodTools(z).map((tool) => ({ ...tool, inputSchema: z.object(tool.shape) }));
const handler = createMcpHandler(() => {
  const server = new McpServer(info);
  for (const { name, description, inputSchema, run } of tools)
    server.registerTool(name, { description, inputSchema }, (args) => text(run(args)));
  return server;
});
createServer(toNodeHandler(handler)).listen(Number(process.env.PORT), '127.0.0.1');
