const { readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');

/** Removes the temporary directory of the run; whatever a test or the server itself left in it is a mistake. */
module.exports = async () => {
  const left = readdirSync(tmpdir());
  rmSync(tmpdir(), { recursive: true, force: true });
  if (globalThis.tmpdirBefore === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = globalThis.tmpdirBefore;
  if (left.length) throw new Error(`left in the temporary directory: ${left.join(', ')}`);
};
