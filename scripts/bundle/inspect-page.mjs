// The page of `toolwright inspect`: one script and one style sheet, which the command reads when it serves them.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Writes dist/inspect/page. */
export async function writeInspectPage(root) {
  const source = join(root, 'src', 'inspect', 'page');
  const target = join(root, 'dist', 'inspect', 'page');
  mkdirSync(target, { recursive: true });
  await build({
    entryPoints: [join(source, 'main.ts')],
    outfile: join(target, 'page.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
  await build({
    entryPoints: [join(source, 'page.css')],
    outfile: join(target, 'page.css'),
    minify: true,
    logLevel: 'error',
  });
  for (const file of ['index.html', 'icon.svg']) cpSync(join(source, file), join(target, file));
}
