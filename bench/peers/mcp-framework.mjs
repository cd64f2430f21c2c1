// mcp-framework finds one class per file; the classes are handed to its loader instead, which spares it reading
// a directory of generated files. It brings its own zod 3,
// which has to be the very copy it uses.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MCPServer, MCPTool } from 'mcp-framework';
import { info, zodTools } from './shared.mjs';

const zod = createRequire(import.meta.resolve('mcp-framework')).resolve('zod');
const { z } = await import(pathToFileURL(zod.replace(/\.cjs$/, '.js')).href);

const instances = zodTools(z).map(({ name, description, shape, run }) => {
  class GeneratedTool extends MCPTool {
    name = name;
    description = description;
    schema = z.object(shape);
    async execute(args) {
      return run(args);
    }
  }
  return new GeneratedTool();
});

const server = new MCPServer({ ...info, transport: { type: 'stdio' } });
server.toolLoader.hasTools = async () => true;
server.toolLoader.loadTools = async () => instances;
await server.start();
