const { projects, ...settings } = require('./jest.config.cjs');

/** `npm run toolchains`: the README's tool with every compiler, bundler and runtime, and the server with real clients; minutes long, and it needs npm's registry. */
module.exports = {
  ...settings,
  projects: [
    {
      ...projects[0],
      displayName: 'toolchains',
      testMatch: ['<rootDir>/test/toolchains/**/*.test.ts'],
      testPathIgnorePatterns: [],
    },
  ],
};
