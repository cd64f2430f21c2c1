// Draws the rooms of src/ and the imports between them into docs/architecture-map.md.
// With --check nothing is written, and a map that no longer matches the imports is an error.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
const json = execFileSync(
  process.execPath,
  [cruiser, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  },
);

const FRONT = ['src/index.ts', 'src/embed.ts', 'src/arguments.ts'];
// Every room uses the root of src/, so arrows to it are left out.
const roomOf = (path) => /^src\/([^/]+)\//.exec(path)?.[1];
const arrows = new Map();
for (const module of JSON.parse(json).modules) {
  if (FRONT.includes(module.source)) continue;
  const from = roomOf(module.source);
  for (const dependency of module.dependencies) {
    const to = roomOf(dependency.resolved);
    if (!from || !to || from === to) continue;
    const key = `${from}->${to}`;
    arrows.set(key, (arrows.get(key) ?? 0) + 1);
  }
}

const lines = [...arrows.keys()].sort().map((key) => `  ${key.replace('->', ' --> ')}`);
const text = [
  '# The rooms and their arrows',
  '',
  'Drawn from the imports by `npm run architecture`; an arrow means that one room imports from the other, types included.',
  'Every room may also use the root of `src/`, which imports from no room.',
  '',
  '```mermaid',
  'graph TD',
  ...lines,
  '```',
  '',
].join('\n');
const map = join(root, 'docs', 'architecture-map.md');
if (!process.argv.includes('--check')) {
  writeFileSync(map, text);
  console.log(`docs/architecture-map.md: ${arrows.size} arrows`);
} else if (readFileSync(map, 'utf8') !== text) {
  console.error('docs/architecture-map.md no longer matches the imports. Run `npm run architecture`.');
  process.exitCode = 1;
}
