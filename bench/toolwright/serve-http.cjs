'use strict';
// Starts Toolwright's bench server on HTTP: `PORT=3000 node bench/toolwright/serve-http.cjs`.
process.env.BENCH_HTTP = '1';
process.argv.push('--http', process.env.PORT);
require('./serve.cjs');
