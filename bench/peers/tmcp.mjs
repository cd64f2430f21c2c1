import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import { StdioTransport } from '@tmcp/transport-stdio';
import { McpServer } from 'tmcp';
import { z } from 'zod';
import { info, text, zodTools } from './shared.mjs';

const server = new McpServer(
  { ...info, description: 'bench' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: {} } },
);
for (const { name, description, shape, run } of zodTools(z)) {
  server.tool({ name, description, schema: z.object(shape) }, async (args) => text(run(args)));
}
new StdioTransport(server).listen();
