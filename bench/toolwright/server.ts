import { lazyTools, serveStdio, type ManifestJson, type ToolSource } from 'toolwright';
import { ToolRegistry } from 'toolwright/embed';
import { AddItem, Echo } from './tools';

const more = Number(process.env.BENCH_TOOLS ?? 0);

// Bare names, and descriptions of the same length as every peer's.
const registry = new ToolRegistry([Echo, AddItem, generated()], { prefix: '' });
void serveStdio(registry, { name: 'bench', version: '1.0.0', descriptions: 'terse' });

// Very many tools are listed from the build-time manifest, and each class is loaded on its first call; BENCH_EAGER=1 loads all
// classes at the start instead.
function generated(): ToolSource {
  if (!more) return [];
  if (process.env.BENCH_EAGER) {
    const { generatedTool } = require('./generated-tool') as typeof import('./generated-tool');
    return Array.from({ length: more }, (_, number) => generatedTool(number));
  }
  const manifest = require(`./manifest-${more}.json`) as ManifestJson & { tools: { name: string }[] };
  const load = (name: string) => async () => {
    const { generatedTool } = await import('./generated-tool');
    return generatedTool(Number(name.replace('generated_', '')));
  };
  return lazyTools(manifest, Object.fromEntries(manifest.tools.map(({ name }) => [name, load(name)])));
}
