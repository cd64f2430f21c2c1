// `McpServer` of SDK 1 behind its Streamable HTTP transport: a server and a transport for each session, as its examples have it.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { info, text, zodTools } from '../shared.mjs';

const sessions = new Map();

createServer(async (request, response) => {
  const known = sessions.get(request.headers['mcp-session-id']);
  await (known ?? (await open())).handleRequest(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');

async function open() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    enableJsonResponse: true,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  const server = new McpServer(info);
  for (const { name, description, shape, run } of zodTools(z))
    server.registerTool(name, { description, inputSchema: shape }, (args) => text(run(args)));
  await server.connect(transport);
  return transport;
}
