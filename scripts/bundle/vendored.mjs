// Third-party packages that ship inside ours: each is one file in dist/vendor, loaded when something first needs it, so that nothing
// has to be installed for a pack to work. docs/dependencies.md says why, and what stays a package.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const VARIANT = '@jitl/quickjs-wasmfile-release-sync';

// By the name of the file: what it exports. Most are packages as Node would load them; where only a part is needed, the rest is left
// out.
const FILES = {
  acorn: wholly('acorn'),
  anthropic: partly({
    '@anthropic-ai/sdk/client': ['BaseAnthropic'],
    '@anthropic-ai/sdk/resources/messages': ['Messages'],
  }),
  jose: wholly('jose'),
  'jsonc-parser': partly({
    'jsonc-parser': ['createScanner', 'findNodeAtLocation', 'parse', 'parseTree', 'printParseErrorCode'],
  }),
  linkedom: wholly('linkedom'),
  quickjs: wholly('quickjs-emscripten-core'),
  'quickjs-variant': {
    ...wholly(VARIANT),
    // Its loader is imported; as an ES module it would look for its file's address, which a bundle doesn't have.
    alias: { [`${VARIANT}/emscripten-module`]: require.resolve(`${VARIANT}/emscripten-module`) },
  },
  re2js: wholly('re2js'),
  readability: wholly('@mozilla/readability'),
  'smol-toml': partly({ 'smol-toml': ['parse', 'stringify'] }),
  sucrase: partly({ sucrase: ['transform'] }),
  tinyglobby: wholly('tinyglobby'),
  // The build for browsers has no HTML parser of its own; documents are made by linkedom.
  turndown: { ...wholly('turndown'), alias: { turndown: 'turndown/lib/turndown.browser.cjs.js' } },
  // Its cache in a database is not used; bundlers of authors would import what Node 20 doesn't have.
  undici: { ...wholly('undici'), without: /^node:sqlite$/ },
};

const FILE_OF = new Map(
  Object.entries(FILES).flatMap(([file, { names }]) => names.map((name) => [name, `vendor/${file}.cjs`])),
);

/** How the third-party parts are made smaller; the names of functions and classes, which errors and some checks show, stay. */
export const SMALLER = { minify: true, keepNames: true };

/** Makes our own modules require the files in dist/vendor, by a path from dist. */
export const leavingVendored = {
  name: 'leaving-vendored',
  setup({ onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ path }) =>
      FILE_OF.has(path) ? { path: `./${FILE_OF.get(path)}`, external: true } : undefined,
    );
  },
};

/** Writes dist/vendor, and returns which of Node's modules its files need. */
export async function writeVendored(dist, plugins) {
  const builtins = new Set();
  mkdirSync(join(dist, 'vendor'), { recursive: true });
  cpSync(new URL('vendor-node.cjs', import.meta.url), join(dist, 'vendor', 'node.cjs'));
  for (const [file, { contents, alias = {}, without }] of Object.entries(FILES))
    await build({
      ...SMALLER,
      stdin: { contents, resolveDir: dist, loader: 'js' },
      outfile: join(dist, 'vendor', `${file}.cjs`),
      bundle: true,
      metafile: true,
      platform: 'node',
      mainFields: contents.startsWith('export') ? ['module', 'main'] : ['main', 'module'],
      format: 'cjs',
      target: 'node20',
      charset: 'ascii',
      alias,
      plugins: [...(without ? [leavingOut(without)] : []), throughNode(builtins), ...plugins],
      logLevel: 'error',
    });
  cpSync(require.resolve(`${VARIANT}/wasm`), join(dist, 'code', 'quickjs.wasm'));
  return builtins;
}

/** Makes a worker, which is a file of its own below dist, require the files in dist/vendor. */
export function useVendored(dist, file) {
  const source = readFileSync(join(dist, file), 'utf8');
  const changed = source.replace(/\brequire\('([^'.][^']*)'\)/g, (call, name) => {
    if (isBuiltin(name)) return call;
    if (!FILE_OF.has(name))
      throw new Error(`${file} requires ${name}: name it in scripts/bundle/vendored.mjs`);
    return `require('${posix.relative(posix.dirname(file.replaceAll(sep, '/')), FILE_OF.get(name))}')`;
  });
  writeFileSync(join(dist, file), changed);
}

function leavingOut(filter) {
  return {
    name: 'leaving-out',
    setup({ onResolve, onLoad }) {
      onResolve({ filter }, ({ path }) => ({ path, namespace: 'left-out' }));
      onLoad({ filter, namespace: 'left-out' }, () => ({ contents: '' }));
    },
  };
}

// Makes the files ask vendor/node.cjs for Node's modules.
function throughNode(builtins) {
  return {
    name: 'through-node',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, namespace }) => {
        if (namespace === 'node') return { path, external: true };
        if (!isBuiltin(path)) return undefined;
        const name = path.replace(/^(?:node:)?/, 'node:');
        builtins.add(name);
        return { path: name, namespace: 'node' };
      });
      onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
        contents: `module.exports = require('./node.cjs').node(${JSON.stringify(path)});`,
      }));
    },
  };
}

function wholly(name) {
  return { names: [name], contents: `module.exports = require('${name}');` };
}

function partly(exported) {
  const lines = Object.entries(exported).map(
    ([name, keys]) => `export { ${keys.join(', ')} } from '${name}';`,
  );
  return { names: Object.keys(exported), contents: lines.join('\n') };
}
