const { settings, deep } = require('./test/support/jest-settings.cjs');

/** `npm run test:deep`: what takes long by its nature (pages followed literally, new projects, many saves, a browser), and more suites through every lane. */
module.exports = {
  ...settings,
  projects: deep,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
};
