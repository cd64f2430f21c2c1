const project = {
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.jest.json', diagnostics: false }] },
  moduleNameMapper: { '^toolwright$': '<rootDir>/src/index.ts', '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
};

/** One configuration for every suite; `npx jest test/unit` runs one of them. The functional tests run through both lanes. */
module.exports = {
  projects: [
    { ...project, displayName: 'all' },
    {
      ...project,
      displayName: 'fast lane',
      roots: ['<rootDir>/test/functional'],
      globals: { TOOLWRIGHT_LANE: 'fast' },
    },
  ],
  testTimeout: 60000,
};
