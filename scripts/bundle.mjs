// Turns tsc's output in dist/ into two files with a code cache each, behind the same entry points: dist/index.js (the library) and
// dist/bin/toolwright.js (the command). Every module stays wrapped, so that lazily loaded modules stay lazy. dist/static has
// the entries for those who bundle the library into a file of their own: the same two files, imported rather than read.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledPackages } from './bundle/notices.mjs';
import { leavingVendored, SMALLER, writeVendored } from './bundle/vendored.mjs';

const here = dirname(fileURLToPath(import.meta.url));

// These stay packages: they are shared with authors by identity or global state, or only the author's own compiler will do.
const SHARED = ['class-validator', 'class-transformer', 'typedi'];
const COMPILERS = ['ts-json-schema-generator', 'typescript'];

// The SDK and its dependencies: most sessions never need them, so they are a file of their own.
const LATE = /^(?:@modelcontextprotocol\/sdk|zod|ajv)(?:\/|$)/;

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

// Their exports load what they need on first access.
const LATE_EXPORTS = ['index.js', 'embed.js'];

// An author's server fills the cache as the command does; importing the library adds no listener.
const SERVE_STDIO = `function serveStdio(...given) {
  process.once('exit', storeCaches);
  return require('./app/serve-stdio').serveStdio(...given);
}`;

const COMMAND_ENTRY = `#!/usr/bin/env node
'use strict';
const loader = require('../loader.js');
if (process.argv[2] === 'serve') process.once('exit', loader.storeCaches);
loader.load('main');
`;

// The processes of `toolwright dev`.
const DEV_ENTRIES = { 'dev-version': 'devVersion', 'dev-compiler': 'devCompiler' };

// A part is one function: the value of the script as the loader runs it, and the export of the module as bundlers see it.
const EXPORTED = "(typeof module === 'object' ? module : {}).exports = ";

// Files that are loaded by their own names.
const RUNS = /^(?:loader\.js|bin.[\w-]+\.js|toolwright\.bundle-.*)$/;

// What a client sends when it starts a server and calls a tool: the path that must be fast.
const FIRST_WORDS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'guide_echo', arguments: { message: 'warm' } } },
  { id: 4, method: 'tools/call', params: { name: 'guide_echo', arguments: { massage: 'warm' } } },
  { id: 5, method: 'prompts/list' },
];

/** Bundles the compiled project under `root`; called by scripts/build.mjs after tsc. */
export async function bundle(root = dirname(here)) {
  const dist = join(root, 'dist');
  for (const file of readdirSync(dist)) if (file.startsWith('toolwright.bundle-')) rmSync(join(dist, file));
  const requireBuilt = createRequire(import.meta.url);
  const names = Object.entries(LIBRARY).map(([entry, path]) => [
    entry,
    Object.keys(requireBuilt(join(dist, path))),
  ]);
  const needed = new Set();
  const packages = new Set();
  const contained = bundledPackages();
  const plugins = [asIfUnbundled(dist), leavingLate(needed), leavingVendored, contained.plugin];
  const core = store(dist, await bundled(ENTRIES, dist, { plugins }, packages));
  const late = [...needed]
    .sort()
    .map((name) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(name)});`);
  const lateOptions = { ...SMALLER, plugins: [englishOnly, contained.plugin] };
  const files = { core, late: store(dist, await bundled(late.join('\n'), dist, lateOptions, packages)) };
  const loader = readFileSync(join(here, 'bundle', 'loader.cjs'), 'utf8');
  writeFileSync(
    join(dist, 'loader.js'),
    loader.replace('__CORE__', files.core).replace('__LATE__', files.late),
  );
  mkdirSync(join(dist, 'bin'), { recursive: true });
  writeFileSync(join(dist, 'bin', 'toolwright.js'), COMMAND_ENTRY);
  chmodSync(join(dist, 'bin', 'toolwright.js'), 0o755);
  for (const [file, entry] of Object.entries(DEV_ENTRIES))
    writeFileSync(
      join(dist, 'bin', `${file}.js`),
      `'use strict';\nrequire('../loader.js').load('${entry}');\n`,
    );
  prune(dist);
  await writeVendored(dist, [contained.plugin]);
  contained.write(join(dist, 'THIRD-PARTY-NOTICES.txt'));
  for (const [entry, exported] of names)
    writeFileSync(join(dist, `${entry}.js`), libraryEntry(entry, exported));
  cpSync(join(here, 'bundle', 'testing'), join(dist, 'testing'), { recursive: true });
  writeStaticEntries(dist, names, files, [...packages].sort());
  await warm(join(dist, 'loader.js'));
}

// A bundler sees every package and every module of Node by its name, and no file is read at run time.
function writeStaticEntries(dist, entries, files, packages) {
  const directory = join(dist, 'static');
  mkdirSync(directory);
  const builtins = packages.filter(isBuiltin);
  const parts = readFileSync(join(here, 'bundle', 'static-parts.cjs'), 'utf8');
  const thunks = packages
    .filter((name) => !isBuiltin(name) && !COMPILERS.includes(name))
    .map(
      (name) => `  ${JSON.stringify(name)}: () => require(${JSON.stringify(name.replace(/^\.\//, '../'))}),`,
    );
  writeFileSync(
    join(directory, 'parts.cjs'),
    parts
      .replace('__PACKAGES__', `{\n${thunks.join('\n')}\n}`)
      .replace('__CORE__', files.core)
      .replace('__LATE__', files.late),
  );
  const imports = builtins.map((name, index) => `import * as n${index} from ${JSON.stringify(name)};`);
  const table = builtins.map((name, index) => `  ${JSON.stringify(name)}: n${index},`);
  writeFileSync(
    join(directory, 'node.mjs'),
    `${imports.join('\n')}\nexport const node = {\n${table.join('\n')}\n};\nexport const url = import.meta.url;\n`,
  );
  for (const [entry, exported] of entries) {
    const lines = exported.map((name) => `export const ${name} = library.${name};`);
    writeFileSync(
      join(directory, `${entry}.mjs`),
      `import parts from './parts.cjs';\nimport { node, url } from './node.mjs';\nconst library = parts.load('${entry}', node, url);\n${lines.join('\n')}\n`,
    );
  }
}

// The file name contains a hash, so that the cache of other code is never used for this.
function store(dist, code) {
  const name = `toolwright.bundle-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.cjs`;
  writeFileSync(join(dist, name), code);
  writeFileSync(join(dist, name.replace(/\.cjs$/, '.modules.json')), JSON.stringify(moduleStarts(code)));
  return name;
}

// The start of each of our modules, so that a JSON log can name the module that wrote a record.
function moduleStarts(code) {
  return [...code.matchAll(/^ {2}"([^"]+\.[cm]?js)"\([^)]*\) \{$/gm)].map(({ index, 1: file }) => [
    index,
    file,
  ]);
}

async function bundled(contents, resolveDir, options, packages) {
  const { outputFiles, metafile } = await build({
    ...options,
    metafile: true,
    stdin: { contents, resolveDir, loader: 'js' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    charset: 'ascii',
    banner: {
      js: `${EXPORTED}(function (exports, require, module, __filename, bundleDirectory, storeCaches) {`,
    },
    footer: { js: '})' },
    supported: { 'dynamic-import': false },
    external: [...SHARED, ...COMPILERS, '@jitl/*'],
    logLevel: 'error',
  });
  for (const { imports } of Object.values(metafile.outputs))
    for (const { path, kind, external } of imports)
      if (external && kind === 'require-call' && !path.startsWith('late:')) packages.add(path);
  return outputFiles[0].text;
}

// Inside the bundle each of our modules still knows its own directory, the library's exports load what they need on first
// access, and long JSON is parsed rather than compiled.
function asIfUnbundled(dist) {
  return {
    name: 'as-if-unbundled',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(dist + sep)) return undefined;
        const source = readFileSync(path, 'utf8');
        if (LATE_EXPORTS.some((entry) => path === join(dist, entry)))
          return { contents: withLateExports(source) };
        if (!source.includes('__dirname')) return undefined;
        const place = relative(dist, dirname(path)).split(sep).join('/');
        return {
          contents: `var __dirname = require('node:path').join(bundleDirectory, ${JSON.stringify(place)});\n${source}`,
        };
      });
      onLoad({ filter: /manifest\.json$/ }, ({ path }) => ({
        contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))});`,
      }));
    },
  };
}

function leavingLate(needed) {
  return {
    name: 'leaving-late',
    setup({ onResolve }) {
      onResolve({ filter: LATE }, ({ path }) => {
        needed.add(path);
        return { path: `late:${path}`, external: true };
      });
    },
  };
}

// zod brings its messages in every language; ours are English.
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.cjs$/ }, () => ({
      contents: "exports.en = require('./en.cjs').default;",
    }));
  },
};

function withLateExports(source) {
  const modules = new Map(
    [...source.matchAll(/^(?:var|const) (\w+) = require\("(\.[^"]+)"\);$/gm)].map(([, name, path]) => [
      name,
      path,
    ]),
  );
  const late = source
    .replace(/^(?:var|const) \w+ = require\("\.[^"]+"\);$/gm, '')
    .replace(/\{ return (\w+)\.(\w+); \}/g, (_, name, key) =>
      key === 'serveStdio'
        ? '{ return serveStdio; }'
        : `{ return require(${JSON.stringify(modules.get(name))}).${key}; }`,
    );
  return `${late}\n${SERVE_STDIO}\n`;
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
  for (const file of readdirSync(dist, { recursive: true })) {
    const path = join(dist, file);
    if (/\.(?:js|json|d\.ts)$/.test(file) && !kept.has(path) && !RUNS.test(file)) rmSync(path);
  }
  for (const folder of readdirSync(dist, { recursive: true }).reverse()) {
    const path = join(dist, folder);
    if (statSync(path).isDirectory() && !readdirSync(path).length) rmSync(path, { recursive: true });
  }
}

// Starts the server once from the fresh bundle, so that the cache contains what a start compiles.
async function warm(loader) {
  const directory = mkdtempSync(join(tmpdir(), 'toolwright-warm-'));
  const child = spawn(process.execPath, [join(here, 'bundle', 'warm.cjs'), loader, 'serve'], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let heard = 0;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    heard += text.split('\n').length - 1;
    if (heard >= 5) child.stdin.end();
  });
  child.stdin.write(
    FIRST_WORDS.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
  );
  const code = await new Promise((resolve) => child.once('close', resolve));
  rmSync(directory, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the bundled server exited with ${code} instead of answering`);
}
