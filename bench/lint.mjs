// How long `toolwright lint` takes for 100 tools with five arguments each: wall time, the median of five runs.
//   node bench/lint.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const directory = mkdtempSync(join(tmpdir(), 'toolwright-lint-'));
const app = join(directory, 'app.cjs');
writeFileSync(
  app,
  `const { defineApp, defineTool } = require(${JSON.stringify(join(root, 'dist', 'index.js'))});
const properties = Object.fromEntries(
  ['title', 'owner', 'colour', 'count', 'note'].map((name) => [name, { type: 'string', description: 'The ' + name + ' of the item.' }]),
);
const inputSchema = { type: 'object', properties, required: ['title'], additionalProperties: false };
const tools = Array.from({ length: 100 }, (_, number) =>
  defineTool({ name: 'store_item_' + number, description: 'Store an item on shelf ' + number + '.', inputSchema, run: () => 'stored' }),
);
module.exports = defineApp({ name: 'shelves', version: '1.0.0', tools });
`,
);

function run() {
  const begun = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'dist', 'bin', 'toolwright.js'), 'lint', '--app', app, '--json'],
    { cwd: directory, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status === null || status > 1) throw new Error(stderr);
  return performance.now() - begun;
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
try {
  console.log(`lint of 100 tools: ${Math.round(median(Array.from({ length: 5 }, run)))} ms of wall time`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
