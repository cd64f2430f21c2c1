// An author's server as the README shows it: plain classes, the compiler's own record of types, no manifest, no settings.
import { defineApp, serveStdio } from 'toolwright';
import { generatedTool } from './generated-tool';
import { AddItem, Echo } from './tools';

const generated = Array.from({ length: Number(process.env.BENCH_TOOLS ?? 0) }, (_, number) =>
  generatedTool(number),
);

const app = defineApp({ name: 'bench', version: '1.0.0', tools: [Echo, AddItem, generated] });
export default app;
void serveStdio(app);
