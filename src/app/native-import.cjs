'use strict';
// Imports an ES module. It stays a file of its own, because bundling turns `import()` into `require`, which takes none on Node 20.
module.exports = (url) => import(url);
