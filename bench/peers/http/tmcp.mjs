import { toNodeHandler } from '@modelcontextprotocol/node';
import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { HttpTransport } from '@tmcp/transport-http';
import { createServer } from 'node:http';
import { McpServer } from 'tmcp';
import { z } from 'zod';
import { info, text, zodTools } from '../shared.mjs';

const server = new McpServer(
  { ...info, description: 'bench' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
);
for (const { name, description, shape, run } of zodTools(z))
  server.tool({ name, description, schema: z.object(shape) }, async (args) => text(run(args)));
const transport = new HttpTransport(server);
const fetch = async (request) =>
  (await transport.respond(request)) ?? new globalThis.Response(null, { status: 404 });
createServer(toNodeHandler({ fetch })).listen(Number(process.env.PORT), '127.0.0.1');
