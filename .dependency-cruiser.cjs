/** The directions of docs/architecture.md: what may import what. */
const services = 'policy|process|files|operations|content|flags|projects|web|ai|logging';
const built = 'tools|args|prompts|prompts-config|resources|discovery|mtdf|code';

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two modules that need each other are one, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'framework-knows-no-room',
      comment: 'Files at the root of src/ are the framework; only index.ts names what is built on it.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$', pathNot: '^src/index\\.ts$' },
      to: { path: `^src/(${services}|${built}|serve|cli)/` },
    },
    {
      name: 'services-know-no-tool',
      comment: 'Services are what tools use; they never look back.',
      severity: 'error',
      from: { path: `^src/(${services})/` },
      to: { path: `^src/(${built}|serve|cli)/` },
    },
    {
      name: 'rooms-know-no-door',
      comment:
        'Tools, prompts, resources, definitions and code mode know neither the server nor the command line.',
      severity: 'error',
      from: { path: `^src/(${built})/` },
      to: { path: '^src/(serve|cli)/' },
    },
    {
      name: 'serve-knows-no-tool',
      comment: 'The server gets a registry; it never imports a tool.',
      severity: 'error',
      from: { path: '^src/serve/' },
      to: { path: `^src/(${built}|${services.replace('|logging', '')}|cli)/` },
    },
    {
      name: 'only-serve-knows-the-sdk',
      comment: 'The SDK is one adapter; everything else is free of it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/serve/' },
      to: { path: 'node_modules/@modelcontextprotocol' },
    },
    {
      name: 'nothing-imports-cli',
      comment: 'The composition root is the end of the line.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'no-development-packages',
      comment: 'What ships may only need what is installed with it.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/generate/' },
      to: {
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
