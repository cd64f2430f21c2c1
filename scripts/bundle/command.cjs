'use strict';
// The command, started by scripts/bundle.mjs from the loader that it names.
const loader = require(process.argv[2]);

process.argv.splice(2, 1);
loader.load('main');
