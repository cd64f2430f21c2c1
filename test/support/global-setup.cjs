const { spawnSync } = require('node:child_process');
const { existsSync, mkdtempSync, readdirSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

/** Gives the run its own temporary directory, and builds the command if a source is newer than the build. */
module.exports = async () => {
  globalThis.tmpdirBefore = process.env.TMPDIR;
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'toolwright-tests-'));
  const built = join(root, 'dist', 'bin', 'toolwright.js');
  const made = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (newest(join(root, 'src')) <= made) return;
  if (process.env.TOOLWRIGHT_SKIP_BUILD) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`);
};

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'generated') continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}
