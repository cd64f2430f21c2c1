const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const tsJest = require('ts-jest').default;
const typescript = require('typescript');

const root = join(__dirname, '..', '..');
const settings = [
  'tsconfig.json',
  'tsconfig.test.json',
  'tsconfig.jest.json',
  'node_modules/ts-jest/package.json',
].map((file) => readFileSync(join(root, file), 'utf8'));

/** ts-jest, with one cache for all projects: what it writes does not depend on the lane a suite goes through. */
module.exports = {
  createTransformer(options) {
    const transformer = tsJest.createTransformer(options);
    return {
      process: (...file) => transformer.process(...file),
      getCacheKey(text, path, { instrument }) {
        const hash = createHash('sha1');
        for (const part of [
          typescript.version,
          ...settings,
          JSON.stringify(options),
          String(instrument),
          path,
          text,
        ])
          hash.update(part).update('\0');
        return hash.digest('hex');
      },
    };
  },
};
