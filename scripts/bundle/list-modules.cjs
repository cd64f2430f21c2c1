'use strict';
// Loaded before a server that is started by scripts/bundle/starts.mjs: reports which modules of the bundle ran.
const { writeFileSync } = require('node:fs');

process.on('exit', () => writeFileSync(process.env.REPORT, [...globalThis.toolwrightModules].join('\n')));
