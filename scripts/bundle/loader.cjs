'use strict';
// Runs the bundle with V8's code cache, so that starting compiles nothing. A cache is used only when it was made from
// exactly this bundle (the name holds its hash) by exactly this V8 (it refuses others itself); without one everything works,
// slower. Built by scripts/bundle.mjs, explained in docs/performance.md.
const { readFileSync, renameSync, unlinkSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');

const BUNDLE = join(__dirname, '__BUNDLE__');
const CACHE = BUNDLE.replace(/\.cjs$/, `-${process.version}-${process.arch}.cache`);

let loaded;

/** One entry of the bundle: `index` is the library, `main` the command. */
exports.load = (entry) => {
  loaded ??= run();
  return loaded.entries[entry]();
};

/** Whether the bundle runs from a cache. */
exports.isCached = () => {
  loaded ??= run();
  return loaded.cached;
};

/** Stores what V8 has compiled so far for the starts to come; never throws. */
exports.storeCache = () => {
  const draft = `${CACHE}.${process.pid}`;
  try {
    writeFileSync(draft, loaded.script.createCachedData());
    renameSync(draft, CACHE);
  } catch {
    discard(draft);
  }
};

function run() {
  // The bundle is one function expression in ASCII: read as latin1 it stays one byte a character in memory.
  const source = readFileSync(BUNDLE, 'latin1');
  const cachedData = readCache();
  const script = new vm.Script(source, {
    filename: BUNDLE,
    cachedData,
    importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(BUNDLE), module, BUNDLE, __dirname);
  return { script, entries: module.exports, cached: cachedData !== undefined && !script.cachedDataRejected };
}

function readCache() {
  try {
    return readFileSync(CACHE);
  } catch {
    return undefined;
  }
}

function discard(path) {
  try {
    unlinkSync(path);
  } catch {
    // it was never made
  }
}
