'use strict';
// Run by scripts/bundle.mjs as a child: starts the real server from the fresh bundle and, when it ends, stores what V8
// compiled on the way, so that the caches hold the functions a start really uses.
const loader = require(process.argv[2]);

process.argv.splice(1, 2, process.argv[2]);
process.on('exit', () => loader.storeCaches(true));
loader.load('main');
