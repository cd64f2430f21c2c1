'use strict';
// Runs the parts of the bundle (what every start needs, the rest of ours, the SDK and the YAML library) with V8's code cache, so that starting
// compiles nothing. A cache is used only if it was made from exactly this bundle (its name contains the hash) by exactly this V8
// (which rejects others itself); without one everything works, only slower. See scripts/bundle.mjs and docs/performance.md.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');
const { readCache, writeCache } = require('./code-cache.cjs');

const FILES = '__FILES__';
const running = new Map();

/** Loads one entry of the core: `index` is the library, `main` the command. */
exports.load = (entry) => part('core').entries[entry]();

/**
 * Stores what V8 has compiled so far for every part without a valid cache in the user's cache directory; never throws. The
 * build stores all of them `beside` the bundle instead.
 */
exports.storeCaches = (where) => {
  for (const known of running.values()) {
    if (!known.script || (known.cached && where !== 'beside')) continue;
    known.cached = writeCache(known.file, () => known.script.createCachedData(), where === 'beside');
  }
};

// Inside a part, `PART:` before a name means a module of another part.
const requireFromPart = Object.assign((id) => {
  const colon = id.indexOf(':');
  const other = colon > 0 && id.slice(0, colon);
  return other && Object.hasOwn(FILES, other) ? part(other).entries[id.slice(colon + 1)]() : require(id);
}, require);

function part(name) {
  let known = running.get(name);
  if (!known) running.set(name, (known = run(join(__dirname, FILES[name]))));
  return known;
}

// Test runners such as jest give every test file globals of its own. A bundle has to use those: in the main context,
// `Reflect` and `Error` would be others than the author's, and what decorators wrote would be lost.
const inMainContext = vm.runInThisContext('globalThis') === globalThis;

function run(file) {
  // A bundle is one function expression in ASCII: read as latin1 it takes one byte per character in memory.
  const code = readFileSync(file, 'latin1');
  const { make, ...rest } = inMainContext ? withCache(file, code) : { make: withinContext(file, code) };
  const module = { exports: {} };
  make(module.exports, requireFromPart, module, file, __dirname, () => exports.storeCaches());
  return { ...rest, entries: module.exports };
}

function withCache(file, code) {
  const cachedData = readCache(file);
  const script = new vm.Script(code, {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const cached = cachedData !== undefined && !script.cachedDataRejected;
  return { make: script.runInThisContext(), script, file, cached };
}

function withinContext(file, code) {
  return Function(`return ${code}\n//# sourceURL=${file}`)();
}
