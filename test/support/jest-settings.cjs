const { availableParallelism } = require('node:os');

// Functional suites that only call tools and read their results: the same in every lane, so they run once.
// Any other functional suite goes through all of them (SDK, fast, modern, HTTP), and so does a new one until it is listed here.
const ONE_LANE = [
  'argument-names', // where authors name arguments
  'claude-conversation',
  'code-escape',
  'code-mode', // what goes over the wire is in code-mode-wire
  'contract-drift', // opens none
  'fuzz', // speaks both eras with clients of its own
  'fuzz-results', // has a client of its own
  'guide-many-documents',
  'http', // opens connections of both kinds itself
  'http-access',
  'http-mount',
  'idempotent-questions', // of one era
  'lanes', // opens a connection of each kind itself
  'large-answers',
  'large-listings',
  'lint-probes', // opens none
  'metrics', // opens connections itself
  'operator-switches', // opens none
  'policy-configuration',
  'question-defaults', // speaks both eras with clients of its own
  'refuse-non-app', // opens none
  'registry', // opens none
  'shared-answers', // opens none
  'shared-operations', // opens none
  'shipped-definitions',
  'testing', // has a client of its own
  'undefined-options', // has a client of its own
  'verify-constructors', // opens none
];

// Functional suites about what a tool answers rather than how it is carried: once here, through every lane in jest.deep.cjs.
const DEEP_LANES = [
  'answers',
  'code-corpus',
  'code-forgery',
  'code-leftovers',
  'code-pages',
  'code-refusals',
  'definition-values',
  'definitions',
  'discovery-prompts',
  'example-command-line',
  'example-handbook',
  'examples',
  'file-tools',
  'guide-content',
  'guide-documents',
  'guide-flags',
  'guide-missing',
  'guide-projects',
  'list-cost',
  'livelog',
  'operations',
  'policy-door',
  'prefix-texts',
  'returned-values',
  'shipped-outputs',
  'system-tools',
  'unsendable-results',
  'verify',
  'web-tools',
];

// Suites outside test/deep that take long because they try very many things, start much or compile much: once, in jest.deep.cjs.
const DEEP_SUITES = [
  'e2e/bundle',
  'e2e/commands',
  'e2e/eval',
  'e2e/generate',
  'e2e/load-failure',
  'e2e/pack',
  'e2e/project-app',
  'e2e/readme-tool',
  'e2e/remote-url',
  'e2e/shared-trace',
  'e2e/source-checks',
  'functional/code-escape',
  'functional/fuzz',
  'functional/large-answers',
  'functional/large-listings',
  'functional/metrics',
  'functional/shared-operations',
  'property/file-search',
  'property/validator',
  'security/hangs',
  'security/hostile-values',
  'security/misshapen-secrets',
  'security/processes',
  'security/races',
  'types/agreement',
  'types/docs',
  'types/question-schemas',
  'types/shapes',
  'types/signatures',
  'unit/cli/commands/new-class',
  'unit/cli/project-app/stale-build',
  'unit/cli/stale-manifest',
  'unit/code/engine-threads',
  'unit/generate/generate',
  'unit/generate/joined-facts',
  'unit/process/launcher',
  'unit/store/many-writers',
  'unit/tokens/estimate',
];

// Suites that CI runs with many more attempts (SHELL_LINES, MATRIX_LINES, FUZZ_RUNS): once, in jest.deep.cjs.
const REPEATED = ['security/command-matrix', 'security/fuzz', 'security/shell-differential'];

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
  'shared-keys', // on stdio clients.principal says who calls, over HTTP the token does
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
  // One name for all projects, so that they share the cache of compiled files.
  id: 'toolwright',
  testEnvironment: '<rootDir>/test/support/environment.cjs',
  // The sources are roots too, so that `jest --watch`, `-o` and `--findRelatedTests` know what a change concerns.
  roots: ['<rootDir>/src', '<rootDir>/examples', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.ts$': [
      '<rootDir>/test/support/transform.cjs',
      { tsconfig: 'tsconfig.jest.json', diagnostics: false },
    ],
  },
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

const but = (names) => [`/test/functional/(${names.join('|')})\\.test\\.ts$`];
const only = (names) => [`<rootDir>/test/functional/(${names.join('|')}).test.ts`];
const LANES = [
  { displayName: 'fast lane', globals: { TOOLWRIGHT_LANE: 'fast' }, without: [] },
  // There a call carries the level of its log, and ends before its operation does.
  { displayName: 'modern lane', globals: { TOOLWRIGHT_LANE: 'modern' }, without: ['operation-log'] },
  { displayName: 'HTTP', globals: { TOOLWRIGHT_LANE: 'http' }, without: NOT_OVER_HTTP },
];

const settings = {
  // More than there are cores: many suites wait for processes and timers most of their time. (jest reads '200%' as 200.)
  maxWorkers: availableParallelism() + 1,
  // What repeats itself more often takes longer, on a busy machine all the more.
  testTimeout: process.env.TOOLWRIGHT_DEEP === '1' ? 900_000 : 60_000,
};

/** The projects of `npm test`: everything but what takes minutes, the functional suites through every lane. */
const everyday = [
  {
    ...project,
    displayName: 'all',
    testPathIgnorePatterns: [
      '/test/(deep|toolchains)/',
      `/test/(${[...DEEP_SUITES, ...REPEATED].join('|')})\\.test\\.ts$`,
    ],
  },
  ...LANES.map(({ without, ...lane }) => ({
    ...project,
    ...lane,
    testMatch: ['<rootDir>/test/functional/**/*.test.ts'],
    testPathIgnorePatterns: but([...ONE_LANE, ...DEEP_LANES, ...without]),
  })),
  {
    ...project,
    displayName: "author's app",
    testMatch: [`<rootDir>/test/e2e/(${EVERY_APP.join('|')}).test.ts`],
    globals: { TOOLWRIGHT_SERVER: 'author' },
  },
];

/** The projects of `npm run test:deep`: what takes long by its nature, and the other functional suites through every lane. */
const deep = [
  {
    ...project,
    displayName: 'deep',
    testMatch: [
      '<rootDir>/test/deep/**/*.test.ts',
      `<rootDir>/test/(${[...DEEP_SUITES, ...REPEATED].join('|')}).test.ts`,
    ],
  },
  ...LANES.map(({ without, ...lane }) => ({
    ...project,
    ...lane,
    testMatch: only(DEEP_LANES.filter((name) => !without.includes(name))),
  })),
];

/** The project of `npm run toolchains`. */
const toolchains = [
  { ...project, displayName: 'toolchains', testMatch: ['<rootDir>/test/toolchains/**/*.test.ts'] },
];

module.exports = { settings, everyday, deep, toolchains, ONE_LANE };
