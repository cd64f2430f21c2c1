// The yardstick: the bare `Server` of SDK 1 with handlers by hand; it validates nothing.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { info, jsonSchemaTools, text } from './shared.mjs';

const tools = new Map(jsonSchemaTools().map((tool) => [tool.name, tool]));
const listed = [...tools.values()].map(({ run: _run, ...described }) => described);

const server = new Server(info, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
  text(tools.get(params.name).run(params.arguments)),
);
await server.connect(new StdioServerTransport());
