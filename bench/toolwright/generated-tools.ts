import { generatedTool } from './generated-tool';

// What `toolwright generate` writes the manifest from: as many tool classes as BENCH_TOOLS says.
for (let number = 0; number < Number(process.env.BENCH_TOOLS); number++) {
  exports[`Generated${number}`] = generatedTool(number);
}
