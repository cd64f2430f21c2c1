'use strict';
// Where V8's code caches are kept. The build puts some beside the bundle; a package is installed without any, and may not be
// written to, so that a server stores its own where the system keeps the caches of its user. Whoever could write a cache
// could run code in the server, so that one is used only if it belongs to the user, in a directory that nobody else can write.
const fs = require('node:fs');
const { basename, dirname, join } = require('node:path');

const EXTENSION = `-${process.version}-${process.arch}.cache`;
// V8 rejects what was compiled under other flags, and a cache remembers the path of its script, which stacks and logs show: each set of
// flags and each installation has a cache of its own.
const FLAGS = [...process.execArgv, process.env.NODE_OPTIONS].filter(Boolean).join(' ');
const OLD_MS = 60 * 24 * 60 * 60 * 1000;
const user = process.geteuid?.();

/**
 * Returns the cache of a bundle, if there is one that may be used. The user's own comes first: it is there only where that of the
 * build was missing or rejected, and once V8 has compiled a script it looks at no second cache for it.
 */
exports.readCache = (bundle) =>
  attempt(() => readOwn(nameOf(bundle))) ?? attempt(() => fs.readFileSync(nameBeside(bundle)));

/** Stores the cache of a bundle, in the user's directory or beside it; returns whether that was possible. */
exports.writeCache = (bundle, make, beside) => {
  const file = beside ? nameBeside(bundle) : attempt(() => nameOf(bundle));
  if (file === undefined) return false;
  const draft = `${file}.${process.pid}.draft`;
  try {
    if (!beside) makeDirectory(dirname(file));
    fs.writeFileSync(draft, make(), { flag: 'wx', mode: beside ? 0o644 : 0o600 });
    fs.renameSync(draft, file);
    if (!beside) removeOld(dirname(file));
    return true;
  } catch {
    attempt(() => fs.unlinkSync(draft));
    return false;
  }
};

function nameBeside(bundle) {
  return bundle.replace(/\.cjs$/, EXTENSION);
}

function nameOf(bundle) {
  const directory = cachesOf(process.env, process.platform);
  const own = `-${hashOf(`${dirname(bundle)}\n${FLAGS}`)}`;
  return directory && join(directory, 'toolwright', basename(bundle).replace(/\.cjs$/, own + EXTENSION));
}

// FNV-1a: it only has to tell installations and sets of flags apart, and Node's cryptography takes milliseconds to load.
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

// As src/disk/user-directories.ts has it; without a home there is none.
function cachesOf(env, platform) {
  if (platform === 'win32')
    return env.LOCALAPPDATA || (env.USERPROFILE && join(env.USERPROFILE, 'AppData', 'Local'));
  if (env.XDG_CACHE_HOME?.startsWith('/')) return env.XDG_CACHE_HOME;
  if (!env.HOME?.startsWith('/')) return undefined;
  return join(env.HOME, '.cache');
}

function readOwn(file) {
  if (file === undefined) return undefined;
  refuseForeign(fs.lstatSync(dirname(file)));
  const opened = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
  try {
    refuseForeign(fs.fstatSync(opened));
    return fs.readFileSync(opened);
  } finally {
    fs.closeSync(opened);
  }
}

// Windows has neither owners nor modes here; its directory is the user's own.
function refuseForeign(stats) {
  const open = user !== undefined && (stats.uid !== user || (stats.mode & 0o022) !== 0);
  if (open || stats.isSymbolicLink()) throw new Error('others could have written it');
}

// With `sudo` the directories are another user's, who could not use what root would leave there. Each directory is made by itself:
// the recursive way never ends where a system refuses new directories as if their parents were missing, as /proc does.
function makeDirectory(directory) {
  const missing = [];
  let above = directory;
  for (; !fs.existsSync(above); above = dirname(above)) missing.unshift(above);
  if (user !== undefined && fs.statSync(above).uid !== user) throw new Error('it belongs to another user');
  for (const each of missing) fs.mkdirSync(each, { mode: 0o700 });
  refuseForeign(fs.lstatSync(directory));
}

// What was stored for other versions, or never finished; a cache that is still needed is made again.
function removeOld(directory) {
  for (const name of fs.readdirSync(directory)) {
    const file = join(directory, name);
    if (/\.(?:cache|draft)$/.test(name) && Date.now() - fs.statSync(file).mtimeMs > OLD_MS)
      attempt(() => fs.unlinkSync(file));
  }
}

function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}
