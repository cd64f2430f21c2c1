'use strict';
// Run by scripts/bundle.mjs as a child: starts the real server from the fresh bundle and, when it exits, stores what V8
// compiled meanwhile, so that the caches contain the functions that a start really uses.
const loader = require(process.argv[2]);

process.argv.splice(1, 2, process.argv[2]);
process.on('exit', () => loader.storeCaches(true));
loader.load('main');
