'use strict';
// Node's own modules, for the files beside this one. Who bundles them into a file of their own hands the modules in, since not every
// kind of bundle can require.
let handed = {};

exports.use = (modules) => (handed = modules);

exports.node = (id) => {
  const found = handed[id];
  return found ? (found.default ?? found) : require(id);
};
