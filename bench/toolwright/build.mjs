// Compiles the bench's server, lets it find the package under its own name, and writes a manifest for each number of generated
// tools that is named: `node build.mjs 1000`. The classes are ordinary TypeScript whose fields state their types, so they are
// compiled the way esbuild, tsx and swc do it: without decorator metadata.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const ts = createRequire(join(root, 'package.json'))('typescript');

const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.CommonJS,
  experimentalDecorators: true,
};

mkdirSync(join(here, 'dist'), { recursive: true });
writeFileSync(join(here, 'dist', 'package.json'), '{ "type": "commonjs" }\n');
for (const file of readdirSync(here).filter((name) => name.endsWith('.ts'))) {
  const { outputText } = ts.transpileModule(readFileSync(join(here, file), 'utf8'), {
    compilerOptions,
    fileName: file,
  });
  writeFileSync(join(here, 'dist', file.replace(/\.ts$/, '.js')), outputText);
}

const link = join(here, 'node_modules', 'toolwright');
if (!existsSync(link)) {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(root, link, 'junction');
}

for (const tools of process.argv.slice(2).map(Number).filter(Boolean)) {
  const command = ['generate', '--modules', 'generated-tools.js', '--out', `manifest-${tools}.json`];
  execFileSync(process.execPath, [join(root, 'dist', 'bin', 'toolwright.js'), ...command], {
    cwd: join(here, 'dist'),
    env: { ...process.env, BENCH_TOOLS: String(tools) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
