const { rmSync } = require('node:fs');
const { TestEnvironment } = require('jest-environment-node');

/** Node's environment, which removes the temporary directories of a test file after its last hook. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.temporaryDirectories = this.directories = [];
  }

  async teardown() {
    for (const directory of this.directories) rmSync(directory, { recursive: true, force: true });
    await super.teardown();
  }
};
