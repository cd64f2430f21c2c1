// Turns tsc's output in dist/ into a few files with a code cache each, behind the same entry points: dist/index.js (the library) and
// dist/bin/toolwright.js (the command). Every module stays wrapped, so that lazily loaded modules stay lazy; what a start runs is
// a file of its own. dist/static has the entries for those who bundle the library into a file of their own: the same
// files, imported rather than read.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { bundledPackages } from './bundle/notices.mjs';
import { bundleParts, PARTS } from './bundle/parts.mjs';
import { fillCaches, modulesOfStart } from './bundle/starts.mjs';
import { writeStaticEntries } from './bundle/static-entries.mjs';
import { writeVendored } from './bundle/vendored.mjs';
import { reportingModules, withPlainWrappers } from './bundle/wrappers.mjs';

const here = dirname(fileURLToPath(import.meta.url));

// The entries of the package by name; each is a small file that loads its part of the bundle.
const LIBRARY = {
  index: './index.js',
  embed: './embed.js',
  mtdf: './mtdf/index.js',
  testing: './testing/index.js',
};

const ENTRIES = `
${Object.entries(LIBRARY)
  .map(([name, path]) => `exports.${name} = () => require('${path}');`)
  .join('\n')}
exports.main = () => require('./cli/bin.js');
exports.devVersion = () => require('./cli/dev/version-process.js');
exports.devCompiler = () => require('./cli/dev/compiler-process.js');
`;

const COMMAND_ENTRY = `#!/usr/bin/env node
'use strict';
const loader = require('../loader.js');
if (process.argv[2] === 'serve') process.once('exit', () => loader.storeCaches());
loader.load('main');
`;

// The processes of `toolwright dev`.
const DEV_ENTRIES = { 'dev-version': 'devVersion', 'dev-compiler': 'devCompiler' };

// Files that are loaded by their own names.
const RUNS = /^(?:loader\.js|bin.[\w-]+\.js|toolwright\.bundle-.*)$/;

/** Bundles the compiled project under `root`; called by scripts/build.mjs after tsc. */
export async function bundle(root = dirname(here)) {
  const dist = join(root, 'dist');
  const requireBuilt = createRequire(import.meta.url);
  const names = Object.entries(LIBRARY).map(([entry, path]) => [
    entry,
    Object.keys(requireBuilt(join(dist, path))),
  ]);
  const started = await startedModules(dist);
  const contained = bundledPackages();
  const { code, packages } = await bundleParts(dist, ENTRIES, (name) => started.has(name), [
    contained.plugin,
  ]);
  const files = {};
  for (const part of PARTS) files[part] = store(dist, code[part], part);
  writeLoader(dist, files);
  mkdirSync(join(dist, 'bin'), { recursive: true });
  writeFileSync(join(dist, 'bin', 'toolwright.js'), COMMAND_ENTRY);
  chmodSync(join(dist, 'bin', 'toolwright.js'), 0o755);
  for (const [file, entry] of Object.entries(DEV_ENTRIES))
    writeFileSync(
      join(dist, 'bin', `${file}.js`),
      `'use strict';\nrequire('../loader.js').load('${entry}');\n`,
    );
  prune(dist);
  const builtins = await writeVendored(dist, [contained.plugin]);
  contained.write(join(dist, 'THIRD-PARTY-NOTICES.txt'));
  for (const [entry, exported] of names)
    writeFileSync(join(dist, `${entry}.js`), libraryEntry(entry, exported));
  cpSync(join(here, 'bundle', 'testing'), join(dist, 'testing'), { recursive: true });
  writeStaticEntries(dist, names, files, [...new Set([...packages, ...builtins])].sort());
  await fillCaches(join(dist, 'loader.js'));
}

// A first bundle, in which everything of ours is one part, is started to see which modules run.
async function startedModules(dist) {
  const { code } = await bundleParts(dist, ENTRIES, () => true);
  const files = {};
  for (const part of PARTS) {
    files[part] = `toolwright.first-${part}.cjs`;
    writeFileSync(join(dist, files[part]), part === 'core' ? reportingModules(code[part]) : code[part]);
  }
  writeLoader(dist, files);
  const started = await modulesOfStart(join(dist, 'loader.js'));
  for (const file of readdirSync(dist)) if (file.startsWith('toolwright.first-')) rmSync(join(dist, file));
  return started;
}

function writeLoader(dist, files) {
  const { outputFiles } = buildSync({
    entryPoints: [join(here, 'bundle', 'loader.cjs')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
  });
  const loader = outputFiles[0].text;
  writeFileSync(join(dist, 'loader.js'), loader.replace(/['"]__FILES__['"]/, JSON.stringify(files)));
}

// The file name contains a hash, so that the cache of other code is never used for this. Where each module starts is
// stored beside it, so that a JSON log can name the module that wrote a record.
function store(dist, bundled, part) {
  const { code, starts } = part === 'sdk' ? { code: bundled, starts: [] } : withPlainWrappers(bundled);
  const name = `toolwright.bundle-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.cjs`;
  writeFileSync(join(dist, name), code);
  writeFileSync(join(dist, name.replace(/\.cjs$/, '.modules.json')), JSON.stringify(starts));
  return name;
}

// The names are spelled out for those who import the library from an ES module.
function libraryEntry(entry, names) {
  return `'use strict';\nmodule.exports = require('./loader.js').load('${entry}');\n0 && (module.exports = { ${names.join(', ')} });\n`;
}

// Everything now runs from the bundles: of tsc's output only the types reachable from the package's own types are kept.
function prune(dist) {
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file)) return;
    kept.add(file);
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import\(|import) ?['"](\.[^'"]+)['"]/g,
    )) {
      const base = join(dirname(file), name.replace(/\.js$/, ''));
      const found = [`${base}.d.ts`, join(base, 'index.d.ts')].find(existsSync);
      if (found) keep(found);
    }
  };
  for (const room of ['mtdf', 'testing'])
    writeFileSync(join(dist, `${room}.d.ts`), `export * from './${room}/index';\n`);
  for (const entry of Object.keys(LIBRARY)) keep(join(dist, `${entry}.d.ts`));
  for (const file of kept) allowMissingSdk(file);
  for (const file of readdirSync(dist, { recursive: true })) {
    const path = join(dist, file);
    if (/\.(?:js|json|d\.ts)$/.test(file) && !kept.has(path) && !RUNS.test(file)) rmSync(path);
  }
  for (const folder of readdirSync(dist, { recursive: true }).reverse()) {
    const path = join(dist, folder);
    if (statSync(path).isDirectory() && !readdirSync(path).length) rmSync(path, { recursive: true });
  }
}

// The SDK is an optional peer: where it is not installed, the one type that refers to it is `any`, and no compiler complains.
function allowMissingSdk(file) {
  const types = readFileSync(file, 'utf8');
  const changed = types.replace(/^(?=import type .* from '@modelcontextprotocol\/)/gm, '// @ts-ignore\n');
  if (changed !== types) writeFileSync(file, changed);
}
