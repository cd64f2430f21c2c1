import { FastMCP } from 'fastmcp';
import { z } from 'zod';
import { info, zodTools } from '../shared.mjs';

const server = new FastMCP(info);
for (const { name, description, shape, run } of zodTools(z))
  server.addTool({ name, description, parameters: z.object(shape), execute: async (args) => run(args) });
await server.start({
  transportType: 'httpStream',
  httpStream: { port: Number(process.env.PORT), host: '127.0.0.1' },
});
