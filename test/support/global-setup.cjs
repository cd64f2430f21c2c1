const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join, resolve } = require('node:path');

const root = join(__dirname, '..', '..');

/** Gives the run its own temporary directory, and builds the command if a source is newer than the build and a suite uses it. */
module.exports = async ({ testPathPatterns, rootDir }, { displayName } = {}) => {
  // It makes each of the thousands of Node processes of a run read every certificate of the system first, for three times
  // the CPU of a bare start. Only the toolchains reach the network.
  if (displayName?.name !== 'toolchains') delete process.env.NODE_EXTRA_CA_CERTS;
  globalThis.tmpdirBefore = process.env.TMPDIR;
  globalThis.tmpdirOfRun = mkdtempSync(join(tmpdir(), 'toolwright-tests-'));
  process.env.TMPDIR = globalThis.tmpdirOfRun;
  const built = join(root, 'dist', 'bin', 'toolwright.js');
  const made = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (newest(join(root, 'src')) <= made) return;
  if (process.env.TOOLWRIGHT_SKIP_BUILD) return;
  const chosen = testPathPatterns?.toExecutor({ rootDir });
  if (chosen?.isSet() && !suites().some((suite) => chosen.isMatch(suite) && usesBuild(suite))) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
};

function suites() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(root, 'test', name));
}

// Whether a test file is end-to-end, or it or one of those it imports from test/ names what the build makes.
function usesBuild(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (/\/test\/e2e\//.test(file) || /\bdist\b|toolwright\.js/.test(text)) return true;
  return [...text.matchAll(/from '(\.[^']+)'/g)]
    .map(([, path]) => `${resolve(dirname(file), path)}.ts`)
    .some((path) => path.startsWith(join(root, 'test')) && usesBuild(path, seen));
}

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'generated') continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}
