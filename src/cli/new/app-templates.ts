import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shipped } from '../../disk/shipped-files';
import type { Runner } from './target-project';

/** What a new project is made from. */
export interface NewApp {
  readonly name: string;
  readonly module: 'esm' | 'cjs';
  readonly runner: Exclude<Runner, 'node'>;
  /** The version, address or file of the package to depend on. */
  readonly toolwright: string;
}

// npm treats these names specially inside a package, so they are shipped under others.
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'mcp.json': '.mcp.json',
  'ci.yml': '.github/workflows/ci.yml',
};

/** Returns the files of a new project by their paths. */
export function appTemplates(app: NewApp): Record<string, string> {
  const root = shipped('templates/app', 'tsconfig.json');
  const files: Record<string, string> = { 'package.json': packageJson(app) };
  for (const path of filesUnder(root))
    files[RENAMED[path] ?? path] = filled(readFileSync(join(root, path), 'utf8'), app);
  if (app.runner === 'jest') files['jest.config.cjs'] = JEST_CONFIG;
  if (hasGlobals(app)) files['vitest.config.mjs'] = VITEST_CONFIG;
  return files;
}

function filesUnder(root: string, below = ''): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below ? `${below}/${entry.name}` : entry.name;
    return entry.isDirectory() ? filesUnder(root, path) : [path];
  });
}

function filled(text: string, app: NewApp): string {
  const own = text.replaceAll('{{name}}', app.name);
  if (app.runner === 'jest') return own;
  if (hasGlobals(app))
    return own
      .replace(/^import .* from '@jest\/globals';\n/, '')
      .replace("import 'toolwright/testing/jest'", "import type {} from 'toolwright/testing/vitest'")
      .replace('"types": ["node"]', '"types": ["node", "vitest/globals"]');
  return own
    .replace("'@jest/globals'", "'vitest'")
    .replace("'toolwright/testing/jest'", "'toolwright/testing/vitest'");
}

// Vitest refuses to be required, and tests compiled to CommonJS could import it in no other way.
function hasGlobals({ module, runner }: NewApp): boolean {
  return runner === 'vitest' && module === 'cjs';
}

// The tests run as compiled: decorator metadata is the compiler's work, and every runner takes plain JavaScript.
const JEST_CONFIG = `module.exports = { testMatch: ['<rootDir>/dist/test/**/*.test.js'] };\n`;
const VITEST_CONFIG = `export default { test: { globals: true, setupFiles: ['toolwright/testing/vitest'] } };\n`;

function packageJson({ name, module, runner, toolwright }: NewApp): string {
  const jest = module === 'esm' ? 'node --experimental-vm-modules node_modules/jest/bin/jest.js' : 'jest';
  const run = runner === 'jest' ? jest : 'vitest run --dir dist/test';
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: module === 'esm' ? 'module' : 'commonjs',
    engines: { node: '>=20' },
    scripts: {
      build: 'tsc',
      start: 'node dist/src/server.js',
      prestart: 'tsc',
      dev: 'toolwright dev --app src/app.ts',
      // The compiler leaves what it once wrote: a deleted test would go on being run.
      pretest: `node -e "fs.rmSync('dist/test', { recursive: true, force: true })"`,
      test: `tsc && ${run}`,
    },
    dependencies: { toolwright },
    devDependencies: {
      '@types/node': '^20.0.0',
      ...(runner === 'jest' ? { jest: '^30.0.0' } : { vitest: '^4.0.0' }),
      typescript: '^5.9.0',
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
