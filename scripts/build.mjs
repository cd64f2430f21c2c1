// Builds everything: the manifest of the built-in tools, the library, and the bundled command.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { writeInspectPage } from './bundle/inspect-page.mjs';
import { useVendored } from './bundle/vendored.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// One incremental compilation serves the generator and the library.
const compiled = join(root, 'dist-scripts');
run(tsc, '-p', 'tsconfig.scripts.json');
run(join(compiled, 'scripts', 'generate-schemas.js'));
rmSync(join(root, 'dist'), { recursive: true, force: true });
for (const file of readdirSync(join(root, 'src'), { recursive: true })) {
  if (/\.(?:cjs|json)$/.test(file)) cpSync(join(root, 'src', file), join(root, 'dist', file));
  if (file.endsWith('.cjs')) useVendored(join(root, 'dist'), file);
  if (!file.endsWith('.ts')) continue;
  for (const made of [file.replace(/\.ts$/, '.js'), file.replace(/\.ts$/, '.d.ts')])
    if (existsSync(join(compiled, 'src', made)))
      cpSync(join(compiled, 'src', made), join(root, 'dist', made));
}
await bundle(root);
await writeInspectPage(root);
