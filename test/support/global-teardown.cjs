const { existsSync, readdirSync, rmSync } = require('node:fs');

/** Removes the temporary directory of the run; anything that a test or the server left in it is an error. */
module.exports = async () => {
  const directory = globalThis.tmpdirOfRun;
  // jest may call this again, for example after `--bail`; nothing but the directory that the setup made is ever removed.
  if (directory === undefined || !existsSync(directory)) return;
  const left = readdirSync(directory);
  rmSync(directory, { recursive: true, force: true });
  if (globalThis.tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = globalThis.tmpdirBefore;
  if (left.length) throw new Error(`left in the temporary directory: ${left.join(', ')}`);
};
