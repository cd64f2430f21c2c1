// Draws the rooms of src/ and the arrows between them, from the imports themselves, into docs/architecture-map.md.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
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

const roomOf = (path) =>
  /^src\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('src/') ? 'framework' : undefined);
const arrows = new Map();
for (const module of JSON.parse(json).modules) {
  if (module.source === 'src/index.ts') continue;
  const from = roomOf(module.source);
  for (const dependency of module.dependencies) {
    const to = roomOf(dependency.resolved);
    if (!from || !to || from === to || dependency.resolved === 'src/index.ts') continue;
    const key = `${from}->${to}`;
    arrows.set(key, (arrows.get(key) ?? 0) + 1);
  }
}

const lines = [...arrows.keys()].sort().map((key) => `  ${key.replace('->', ' --> ')}`);
const text = [
  '# The rooms and their arrows',
  '',
  'Drawn from the imports by `npm run architecture`; an arrow means that one room imports the other. `framework` is the root of `src/`.',
  '',
  '```mermaid',
  'graph TD',
  ...lines,
  '```',
  '',
].join('\n');
writeFileSync(join(root, 'docs', 'architecture-map.md'), text);
console.log(`docs/architecture-map.md: ${arrows.size} arrows`);
