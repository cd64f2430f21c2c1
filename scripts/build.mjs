// Builds everything: the manifest of the built-in tools, the library, and the bundled command.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(join(root, 'dist-scripts'), { recursive: true, force: true });
run(tsc, '-p', 'tsconfig.scripts.json');
run('dist-scripts/scripts/generate-schemas.js');
rmSync(join(root, 'dist'), { recursive: true, force: true });
run(tsc, '-p', 'tsconfig.json');
for (const file of readdirSync(join(root, 'src'), { recursive: true }))
  if (file.endsWith('.cjs')) cpSync(join(root, 'src', file), join(root, 'dist', file));
await bundle(root);
