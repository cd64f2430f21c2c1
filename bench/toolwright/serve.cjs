'use strict';
// Starts Toolwright's bench server: `node bench/toolwright/serve.cjs`, or with `readme` the one that is written as in the README. What
// isn't built yet, or was built with an older Toolwright, is built first.
const { statSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, 'dist');
const more = Number(process.env.BENCH_TOOLS ?? 0);
const server = process.argv[2] === 'readme' ? join('readme', 'server.js') : 'server.js';
if (process.argv[2] === 'readme') process.argv.splice(2, 1);
const needed = [server, ...(more ? [`manifest-${more}.json`] : [])];
const toolwright = changed(join(__dirname, '..', '..', 'dist', 'loader.js'));
if (needed.some((file) => !(changed(join(dist, file)) >= toolwright))) {
  require('node:child_process').execFileSync(
    process.execPath,
    [join(__dirname, 'build.mjs'), ...(more ? [String(more)] : [])],
    { stdio: 'ignore' },
  );
}
require(join(dist, server));

function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
