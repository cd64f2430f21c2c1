const { settings, toolchains } = require('./test/support/jest-settings.cjs');

/** `npm run toolchains`: the README's tool with every compiler, bundler and runtime, and the server with real clients; minutes long, and it needs npm's registry. */
module.exports = { ...settings, maxConcurrency: 2, projects: toolchains };
