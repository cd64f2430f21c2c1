// Compiles the bench's servers, lets them find the package under its own name, and writes a manifest for each number of generated
// tools that is named: `node build.mjs 1000`. The classes of the tuned server state the types of their fields, so they are
// compiled the way esbuild, tsx and swc do it: without decorator metadata. Those of readme/ are compiled as the README says.
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

mkdirSync(join(here, 'dist', 'readme'), { recursive: true });
writeFileSync(join(here, 'dist', 'package.json'), '{ "type": "commonjs" }\n');
compile('.', compilerOptions);
compile('readme', { ...compilerOptions, emitDecoratorMetadata: true });

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

function compile(folder, options) {
  for (const file of readdirSync(join(here, folder)).filter((name) => name.endsWith('.ts'))) {
    const { outputText } = ts.transpileModule(readFileSync(join(here, folder, file), 'utf8'), {
      compilerOptions: options,
      fileName: file,
    });
    writeFileSync(join(here, 'dist', folder, file.replace(/\.ts$/, '.js')), outputText);
  }
}
