import { join } from 'node:path';
import { defineApp, lazyTools, readManifest, serveHttp, serveStdio, type ToolSource } from 'toolwright';
import { AddItem, Echo } from './tools';

const more = Number(process.env.BENCH_TOOLS ?? 0);

// Descriptions of the same length as every peer's.
const app = defineApp({
  name: 'bench',
  version: '1.0.0',
  tools: [Echo, AddItem, generated()],
  config: { descriptions: 'terse' },
});
void (process.env.BENCH_HTTP ? serveHttp(app) : serveStdio(app));

// Very many tools are listed from the build-time manifest, and each class is loaded on its first call; BENCH_EAGER=1 loads all
// classes at the start instead.
function generated(): ToolSource {
  if (!more) return [];
  if (process.env.BENCH_EAGER) {
    const { generatedTool } = require('./generated-tool') as typeof import('./generated-tool');
    return Array.from({ length: more }, (_, number) => generatedTool(number));
  }
  return lazyTools(readManifest(join(__dirname, `manifest-${more}.json`)), async ({ name }) => {
    const { generatedTool } = await import('./generated-tool');
    return generatedTool(Number(name.replace('generated_', '')));
  });
}
