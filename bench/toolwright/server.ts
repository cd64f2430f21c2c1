import { serveStdio, ToolRegistry } from 'toolwright';
import { AddItem, Echo, generatedTool } from './tools';

const more = Number(process.env.BENCH_TOOLS ?? 0);
const generated = Array.from({ length: more }, (_, number) => generatedTool(number));

// Bare names, and descriptions of the same length as every peer's.
const registry = new ToolRegistry([Echo, AddItem, generated], { prefix: '' });
void serveStdio(registry, { name: 'bench', version: '1.0.0', descriptions: 'terse' });
