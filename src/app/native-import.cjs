'use strict';
// Imports an ES module. A separate file, because bundling turns `import()` into `require`, which fails on Node 20.
module.exports = (url) => import(url);
