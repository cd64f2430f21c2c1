const Sequencer = require('@jest/test-sequencer').default;

// What takes longest of the deep suites. Begun last, one of them would keep everybody waiting while other cores are idle.
const LONGEST = [
  'deep/dev',
  'e2e/source-checks',
  'deep/docs',
  'deep/dev-earlier-versions',
  'deep/unread-output',
  'security/shell-differential',
  'unit/generate/generate',
  'security/command-matrix',
  'deep/new',
  'deep/stuck-thread',
  'types/signatures',
  'deep/without-proc',
  'deep/chaos',
].map((name) => `/test/${name}.test.ts`);

const rank = ({ path }) => {
  const at = LONGEST.findIndex((name) => path.endsWith(name));
  return at < 0 ? LONGEST.length : at;
};

/** Jest's own order, but for the longest suites, which come first. */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
