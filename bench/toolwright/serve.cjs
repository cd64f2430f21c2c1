'use strict';
// Starts Toolwright's bench server: `node bench/toolwright/serve.cjs`. Compiles it first when that hasn't been done.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const server = join(__dirname, 'dist', 'server.js');
if (!existsSync(server)) {
  require('node:child_process').execFileSync(process.execPath, [join(__dirname, 'build.mjs')], {
    stdio: 'ignore',
  });
}
require(server);
