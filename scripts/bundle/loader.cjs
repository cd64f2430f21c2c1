'use strict';
// Runs the two bundles (what every start needs, and what is needed later) with V8's code cache, so that starting compiles
// nothing. A cache is used only if it was made from exactly this bundle (its name contains the hash) by exactly this V8
// (which rejects others itself); without one everything works, only slower. See scripts/bundle.mjs and docs/performance.md.
const { readFileSync, renameSync, unlinkSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const vm = require('node:vm');

const FILES = { core: '__CORE__', late: '__LATE__' };
const running = new Map();

/** Loads one entry of the core: `index` is the library, `main` the command. */
exports.load = (entry) => part('core').entries[entry]();

/** Stores what V8 has compiled so far, for every bundle without a valid cache, or for all of them; never throws. */
exports.storeCaches = (everywhere) => {
  for (const known of running.values()) {
    if (!known.script || (known.cached && everywhere !== true)) continue;
    const draft = `${known.cache}.${process.pid}`;
    try {
      writeFileSync(draft, known.script.createCachedData());
      renameSync(draft, known.cache);
      known.cached = true;
    } catch {
      attempt(() => unlinkSync(draft));
    }
  }
};

// Inside the core, `late:` before a package's name means the other bundle.
const requireFromCore = Object.assign(
  (id) => (id.startsWith('late:') ? part('late').entries[id.slice(5)]() : require(id)),
  require,
);

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
  make(module.exports, requireFromCore, module, file, __dirname, exports.storeCaches);
  return { ...rest, entries: module.exports };
}

function withCache(file, code) {
  const cache = file.replace(/\.cjs$/, `-${process.version}-${process.arch}.cache`);
  const cachedData = attempt(() => readFileSync(cache));
  const script = new vm.Script(code, {
    filename: file,
    cachedData,
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const cached = cachedData !== undefined && !script.cachedDataRejected;
  return { make: script.runInThisContext(), script, cache, cached };
}

function withinContext(file, code) {
  return Function(`return ${code}\n//# sourceURL=${file}`)();
}

function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
