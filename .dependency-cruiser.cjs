/**
 * The directions of docs/architecture.md: which rooms each room may import from, types included. A room may always use
 * itself, `base/` and the root of `src/`, which knows only `base/` and `types/`. `index.ts`, `embed.ts` and
 * `arguments.ts` are the front that authors import: they reach down into the rooms, and only tools, args and what stands
 * above them may import the front.
 */
const framework = ['json', 'schema', 'tool', 'calls', 'registries'];

const ROOMS = {
  base: [],
  types: [],

  json: [],
  schema: ['json'],
  tool: ['json', 'schema'],
  calls: ['json', 'schema', 'tool'],
  registries: ['json', 'schema', 'tool', 'calls'],
  answers: ['json', 'schema', 'tool', 'calls', 'tokens', 'redis'],
  telemetry: ['tool', 'calls'],
  audit: ['json', 'tool', 'calls', 'tokens', 'disk', 'logging'],

  tokens: [],
  disk: [],
  redis: [],
  logging: ['disk'],
  trust: ['disk'],
  process: ['disk'],
  policy: ['disk', 'process'],
  files: ['disk', 'policy', 'tokens'],
  web: [],
  ai: ['web'],
  store: ['disk'],
  content: ['disk', 'store'],
  projects: ['disk', 'store', 'content'],
  flags: ['disk', 'store', 'content', 'projects', ...framework],
  operations: [...framework, 'redis'],
  idempotency: ['calls', 'redis'],
  'prompts-config': [...framework, 'disk'],
  discovery: framework,
  lint: ['json', 'tokens'],
  contract: ['json'],
  code: [...framework, 'discovery'],
  mtdf: [...framework, 'disk', 'policy', 'process', 'ai'],

  args: ['store', 'flags'],
};

const services = [
  'tokens',
  'logging',
  'disk',
  'redis',
  'process',
  'policy',
  'files',
  'web',
  'ai',
  'store',
  'content',
  'projects',
  'flags',
];
const engines = ['answers', 'operations', 'prompts-config', 'discovery', 'code'];
Object.assign(ROOMS, {
  tools: [...framework, ...services, ...engines, 'args'],
  prompts: [...framework, 'args'],
  resources: [...framework, ...services, ...engines],
  serve: [...framework, 'disk', 'logging'],
  client: [],
  config: ['json', 'schema', 'tool', 'disk', 'trust'],
  generate: [...framework],
  eval: ['disk', 'json', 'tool', 'tokens', 'web', 'ai', 'discovery', 'lint', 'config'],
});
const below = Object.keys(ROOMS).filter((room) => room !== 'types');
Object.assign(ROOMS, {
  app: [...below, 'generated'].filter((room) => !['generate', 'client', 'eval'].includes(room)),
  dev: ['json', 'schema', 'registries', 'answers', 'serve', 'config', 'logging', 'disk', 'app', 'generate'],
  cli: [...below, 'app', 'dev', 'inspect', 'generated'],
  testing: [...framework, 'answers', 'disk', 'serve', 'app'],
  inspect: [...framework, 'client', 'config', 'app', 'testing'],
});

/** Rooms whose files may import the front (`arguments.ts`). */
const AUTHORS = 'args|tools|prompts|resources|config|app|cli';

const onlyAllowed = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `${room}-knows-only-what-is-below`,
  comment: `src/${room} may import: ${['base', ...allowed, room].join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/[^/]+/', pathNot: `^src/(?:${['base', ...allowed, room].join('|')})/` },
}));

// Development packages whose code the build puts into the bundles.
const BUNDLED = [
  '@anthropic-ai/sdk',
  '@jitl/quickjs-wasmfile-release-sync',
  '@mozilla/readability',
  'acorn',
  'ajv',
  'jose',
  'jsonc-parser',
  'linkedom',
  'proper-lockfile',
  'quickjs-emscripten-core',
  're2js',
  'smol-toml',
  'sonic-boom',
  'sucrase',
  'tinyglobby',
  'turndown',
  'undici',
  'yaml',
  'zod',
];

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two modules that need each other, for types alone or more, are one, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'root-knows-no-room',
      comment:
        'The root of src/ is the vocabulary; only the front (index.ts, embed.ts, arguments.ts) reaches into rooms.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: '^src/(?:index|embed|arguments)\\.ts$' },
      to: { path: '^src/[^/]+/', pathNot: '^src/(?:base|types)/' },
    },
    {
      name: 'base-knows-nothing',
      comment: 'What everything may use knows nothing else, the root of src/ included.',
      severity: 'error',
      from: { path: '^src/base/' },
      to: { path: '^src/', pathNot: '^src/base/' },
    },
    {
      name: 'front-is-for-authors',
      comment: 'Rooms of the framework and services never import the front.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(?:(?:index|embed)\\.ts|(?:${AUTHORS})/)` },
      to: { path: '^src/(?:index|embed|arguments)\\.ts$' },
    },
    ...onlyAllowed,
    {
      name: 'every-room-has-a-rule',
      comment: 'A new room states in this file which rooms it may import.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: `^src/(?:${Object.keys(ROOMS).join('|')}|generated)/` },
      to: {},
    },
    {
      name: 'only-serve-and-client-know-the-sdk',
      comment: 'The SDK is an adapter to the wire, on either end; everything else is free of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:serve|client)/' },
      to: { path: '@modelcontextprotocol/' },
    },
    {
      name: 'no-development-packages',
      comment:
        'What ships may only need what is installed with it, or what docs/dependencies.md lists as bundled.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/generate/' },
      to: {
        pathNot: `node_modules/(?:${BUNDLED.join('|')})/`,
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['npm-peer', 'type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
    reporterOptions: {
      archi: { collapsePattern: '^src/[^/]+(/|$)' },
    },
  },
};
