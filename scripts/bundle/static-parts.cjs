'use strict';
// The library for those who bundle it into a file of their own. It runs the same parts as the loader, but every package
// that a server of one's own needs is named here, and Node's modules are handed in, so that a bundler sees them. What only
// `toolwright generate` needs is looked for beside the bundle. See scripts/bundle.mjs.
const PACKAGES = '__PACKAGES__';
const PARTS = '__PARTS__';

const running = new Map();
let node;
let directory;

/** Loads one entry of the library; `node` has Node's own modules by name, `url` is where the calling module is. */
exports.load = (entry, modules, url) => {
  if (!node) require('../vendor/node.cjs').use((node = modules));
  directory ??= directoryOf(url);
  return part('core')[entry]();
};

// What the library ships besides code is looked for beside the bundle; a format without `import.meta` has `__dirname`.
function directoryOf(url) {
  if (url) return named('node:path').dirname(named('node:url').fileURLToPath(url));
  return typeof __dirname === 'string' ? __dirname : process.cwd();
}

function named(id) {
  const found = node[id];
  if (found) return found.default ?? found;
  return Object.hasOwn(PACKAGES, id) ? PACKAGES[id]() : requireBeside()(id);
}

function requireBeside() {
  return node['node:module'].createRequire(node['node:path'].join(directory, 'toolwright.cjs'));
}

// Inside a part, `PART:` before a name means a module of another part.
function requireFromPart(id) {
  const [other, name] = id.split(/:(.*)/);
  return Object.hasOwn(PARTS, other) ? part(other)[name]() : named(id);
}
requireFromPart.resolve = (id) => requireBeside().resolve(id);

function part(name) {
  let entries = running.get(name);
  if (!entries) {
    const module = { exports: {} };
    const file = named('node:path').join(directory, 'toolwright.cjs');
    PARTS[name]()(module.exports, requireFromPart, module, file, directory, () => undefined);
    running.set(name, (entries = module.exports));
  }
  return entries;
}
