const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');

/** Builds the command when a source is newer than what was built: the suites that spawn it run what is there now. */
module.exports = async () => {
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
