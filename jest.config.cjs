/** One configuration for every suite; `npx jest test/unit` runs one of them. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.jest.json', diagnostics: false }] },
  moduleNameMapper: { '^toolwright$': '<rootDir>/src/index.ts', '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  testTimeout: 60000,
};
