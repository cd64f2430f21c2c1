'use strict';
// Loaded before a server that is started by scripts/bundle/starts.mjs: stores what V8 compiled meanwhile beside the bundle.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  require(process.env.LOADER).storeCaches('beside');
  writeFileSync(process.env.REPORT, '');
});
