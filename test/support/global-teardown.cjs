const { readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');

/** Removes the temporary directory of the run; anything that a test or the server left in it is an error. */
module.exports = async () => {
  const left = readdirSync(tmpdir());
  rmSync(tmpdir(), { recursive: true, force: true });
  if (globalThis.tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = globalThis.tmpdirBefore;
  if (left.length) throw new Error(`left in the temporary directory: ${left.join(', ')}`);
};
