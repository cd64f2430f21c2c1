// Functional suites that only call tools and read their results: the same in every lane, so they run once.
// Any other functional suite goes through all of them (SDK, fast, modern, HTTP), and so does a new one until it is listed here.
const ONE_LANE = [
  'claude-conversation',
  'code-escape',
  'code-mode', // what goes over the wire is in code-mode-wire
  'guide-many-documents',
  'http', // opens connections of both kinds itself
  'http-access',
  'http-mount',
  'large-answers',
  'lanes', // opens a connection of each kind itself
  'policy-configuration',
  'registry', // opens none
  'shipped-definitions',
  'testing', // has a client of its own
];

// Functional suites about one connection of one era, or about what a client over HTTP can't tell from a pipe.
const NOT_OVER_HTTP = [
  'code-corpus',
  'code-forgery',
  'code-pages',
  'code-refusals',
  'definition-values',
  'definitions',
  'example-command-line',
  'example-handbook',
  'examples',
  'file-tools',
  'guide-documents',
  'guide-flags',
  'guide-missing',
  'lazy-tools',
  'list-cost',
  'livelog',
  'modern',
  'prefix-texts',
  'questions',
  'returned-values',
  'shipped-outputs',
  'system-tools',
  'verify',
  'web-tools',
];

// What the shipped server can, an author's app with everything on can: these suites run against both. The other e2e suites
// start apps of their own (app, serve-stdio, shell, stdout-guard, strict), or test what is not an app: the package, the bundle, the
// generator and the bench.
const EVERY_APP = ['code-mode', 'configuration', 'definitions', 'guide', 'stdio', 'tools-and-policy'];

const project = {
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  // The sources are roots too, so that `jest --watch`, `-o` and `--findRelatedTests` know what a change concerns.
  roots: ['<rootDir>/src', '<rootDir>/examples', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.jest.json', diagnostics: false }] },
  moduleNameMapper: {
    '^toolwright$': '<rootDir>/src/index.ts',
    '^toolwright/embed$': '<rootDir>/src/embed.ts',
    '^toolwright/mtdf$': '<rootDir>/src/mtdf/index.ts',
    '^toolwright/testing$': '<rootDir>/src/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // An ES module, which jest can't require: the tests take it as it ships.
    '^jose$': '<rootDir>/dist/vendor/jose.cjs',
  },
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
};

/** One configuration for every suite; `npx jest test/unit` runs one folder. The functional tests run through every lane. */
module.exports = {
  projects: [
    // What tries other compilers, bundlers and runtimes has a command of its own: jest.toolchains.cjs.
    { ...project, displayName: 'all', testPathIgnorePatterns: ['/test/toolchains/'] },
    {
      ...project,
      displayName: 'fast lane',
      testMatch: ['<rootDir>/test/functional/**/*.test.ts'],
      testPathIgnorePatterns: [`/test/functional/(${ONE_LANE.join('|')})\\.test\\.ts$`],
      globals: { TOOLWRIGHT_LANE: 'fast' },
    },
    {
      ...project,
      displayName: 'modern lane',
      testMatch: ['<rootDir>/test/functional/**/*.test.ts'],
      testPathIgnorePatterns: [`/test/functional/(${ONE_LANE.join('|')})\\.test\\.ts$`],
      globals: { TOOLWRIGHT_LANE: 'modern' },
    },
    {
      ...project,
      displayName: 'HTTP',
      testMatch: ['<rootDir>/test/functional/**/*.test.ts'],
      testPathIgnorePatterns: [
        `/test/functional/(${[...ONE_LANE, ...NOT_OVER_HTTP].join('|')})\\.test\\.ts$`,
      ],
      globals: { TOOLWRIGHT_LANE: 'http' },
    },
    {
      ...project,
      displayName: "author's app",
      testMatch: [`<rootDir>/test/e2e/(${EVERY_APP.join('|')}).test.ts`],
      globals: { TOOLWRIGHT_SERVER: 'author' },
    },
  ],
  // Every core: by default jest leaves one to itself, and two would be one.
  maxWorkers: '100%',
  testTimeout: 60000,
};
