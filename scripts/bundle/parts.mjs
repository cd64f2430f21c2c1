// Which module belongs to which part of the bundle, and the bundling of one part with esbuild.
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { leavingVendored, SMALLER } from './vendored.mjs';

// These stay packages: they are shared with authors by identity or global state, or only the author's own compiler will do.
const SHARED = ['class-validator', 'class-transformer', 'typedi'];

/** Packages that are there only if their user installed them: for `toolwright generate`, and for a shared Redis. */
export const OPTIONAL = ['ts-json-schema-generator', 'typescript', 'ioredis', 'bullmq', '@opentelemetry/api'];

// Packages that are a part of their own: most sessions never need the SDK and its dependencies, and a start needs the YAML
// library only where there is a file to read.
const APART = { sdk: /^(?:@modelcontextprotocol\/sdk|zod|ajv)(?:\/|$)/, yaml: /^yaml$/ };

// Their exports load what they need on first access.
const LATE_EXPORTS = ['index.js', 'embed.js'];

// An author's server fills the cache as the command does; importing the library adds no listener.
const SERVE_STDIO = `function serveStdio(...given) {
  process.once('exit', storeCaches);
  return require('./app/serve-stdio').serveStdio(...given);
}`;

// An export that was found is a plain property from then on: decorators are read thousands of times.
const FOUND = `function found(name, value) {
  Object.defineProperty(exports, name, { value });
  return value;
}`;

// A part is one function: the value of the script as the loader runs it, and the export of the module as bundlers see it.
const EXPORTED = "(typeof module === 'object' ? module : {}).exports = ";

/** The parts of the bundle: what a start needs, everything else of ours, and the packages that are apart. */
export const PARTS = ['core', 'rest', ...Object.keys(APART)];

/**
 * Bundles all parts and returns the code of each by name, and the packages that stay outside. `isStart` decides by its name in the
 * bundle whether a module is part of the core. A module that another part needs is required as `PART:NAME`. Each part is made
 * with `plugins` too.
 */
export async function bundleParts(dist, entries, isStart, plugins = []) {
  const packages = new Set();
  const needed = Object.fromEntries(PARTS.map((part) => [part, new Set()]));
  const optionsOf = (part) => {
    if (part === 'sdk') return { ...SMALLER, plugins: [englishOnly, ...plugins] };
    if (Object.hasOwn(APART, part)) return { plugins };
    return {
      plugins: [leavingVendored, intoParts(dist, part, isStart, needed), asIfUnbundled(dist), ...plugins],
    };
  };
  const bundlePart = (part) => {
    const thunks = [...needed[part]].sort().map((name) => thunk(name, part));
    const contents = [...(part === 'core' ? [entries] : []), ...thunks].join('\n');
    return bundled(contents, dist, optionsOf(part), packages);
  };
  // What the core and the rest need of each other is known once each has been bundled.
  for (let before = -1; before !== count(needed);) {
    before = count(needed);
    for (const part of ['core', 'rest']) await bundlePart(part);
  }
  const code = {};
  for (const part of PARTS) code[part] = await bundlePart(part);
  return { code, packages };
}

const count = (needed) => Object.values(needed).reduce((total, names) => total + names.size, 0);

// Ours are named by their path from the project's root; packages as they are required.
function thunk(name, part) {
  const path = Object.hasOwn(APART, part) ? name : `../${name}`;
  return `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(path)});`;
}

async function bundled(contents, resolveDir, options, packages) {
  const { outputFiles, metafile } = await build({
    ...options,
    metafile: true,
    absWorkingDir: dirname(resolveDir),
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
    external: [...SHARED, ...OPTIONAL, '@jitl/*'],
    logLevel: 'error',
  });
  for (const { imports } of Object.values(metafile.outputs))
    for (const { path, kind, external } of imports)
      if (external && kind === 'require-call' && !PARTS.some((part) => path.startsWith(`${part}:`)))
        packages.add(path);
  return outputFiles[0].text;
}

// A module of another part is left out of this one, and noted as needed from there.
function intoParts(dist, part, isStart, needed) {
  const root = dirname(dist);
  const elsewhere = (other, name) => {
    needed[other].add(name);
    return { path: `${other}:${name}`, external: true };
  };
  return {
    name: 'into-parts',
    setup({ onResolve, resolve }) {
      for (const [apart, filter] of Object.entries(APART))
        onResolve({ filter }, ({ path }) => elsewhere(apart, path));
      onResolve({ filter: /./ }, async ({ path, pluginData, kind, ...from }) => {
        if (pluginData === 'asked' || kind === 'entry-point' || isBuiltin(path)) return undefined;
        const found = await resolve(path, { ...from, kind, pluginData: 'asked' });
        if (found.external || found.errors.length) return found;
        // What the entries of this part name is what belongs to it.
        const name = relative(root, found.path).split(sep).join('/');
        const own = isStart(name) ? 'core' : 'rest';
        return own === part ? found : elsewhere(own, name);
      });
    },
  };
}

// Inside the bundle each of our modules still knows its own directory, the library's exports load what they need on first
// access, and long JSON is parsed rather than compiled. Its schemas are text, as they are listed.
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
        contents: `module.exports = JSON.parse(${JSON.stringify(asciiJson(readFileSync(path, 'utf8')))});`,
      }));
    },
  };
}

// A text of one byte per character is parsed in half the time.
function asciiJson(text) {
  const { tools, types } = JSON.parse(text);
  const listed = tools.map((tool) => ({ ...tool, inputSchema: JSON.stringify(tool.inputSchema) }));
  return JSON.stringify({ tools: listed, types }).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
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
        : `{ return found(${JSON.stringify(key)}, require(${JSON.stringify(modules.get(name))}).${key}); }`,
    );
  return `${late}\n${SERVE_STDIO}\n${FOUND}\n`;
}
