import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { consumerDirectory, firstTool, link, packed, project } from '../support/consumer';
import { needs } from '../support/needs';
import { askNotes, NOTES_ANSWERS } from '../support/notes-client';
import { temporaryDirectory } from '../support/temporary-directory';
import { toolchain } from '../support/toolchains';

const root = join(__dirname, '..', '..');
const TIME = 180_000;
let consumer: string;
beforeAll(() => {
  consumer = consumerDirectory();
  // The tests in memory connect a transport of the SDK, which its users install themselves.
  link(consumer, '@modelcontextprotocol/sdk', join(root, 'node_modules', '@modelcontextprotocol', 'sdk'));
}, TIME);

const run = (cwd: string, command: string, args: string[]): void => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: cwd },
  });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? ''}\n${stdout}${stderr}`);
};
const node = process.execPath;

test(
  'ts-jest',
  () => {
    const folder = project(consumer, 'ts-jest', { ...inMemory('commonjs'), 'jest.config.json': JEST });
    link(folder, 'ts-jest', join(root, 'node_modules/ts-jest'));
    run(folder, node, [
      join(root, 'node_modules/jest/bin/jest.js'),
      '--config',
      'jest.config.json',
      '--no-cache',
    ]);
  },
  TIME,
);

const { describe: withToolchains } = needs('toolchains');

withToolchains('with what npm has', () => {
  const TYPES = ['commonjs', 'module'] as const;
  // The oldest and the newest compiler with both kinds of modules, the one between with one.
  test.each([
    ...TYPES.map((type) => ['typescript-5.4', type] as const),
    ['typescript-6', 'module'] as const,
    ...TYPES.map((type) => ['typescript-7', type] as const),
  ])(
    '%s, %s',
    async (name, type) => {
      const folder = project(consumer, `${name} ${type}`, firstTool(type));
      run(folder, node, [toolchain(name, 'bin/tsc'), '-p', '.']);
      expect(await askNotes(node, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test.each(TYPES)(
    'tsx, %s',
    async (type) => {
      const folder = project(consumer, `tsx ${type}`, firstTool(type));
      expect(await askNotes(node, [toolchain('tsx', 'dist/cli.mjs'), 'server.ts'], folder)).toEqual(
        NOTES_ANSWERS,
      );
    },
    TIME,
  );

  test.each([true, false])(
    'swc, decorator metadata %s',
    async (decoratorMetadata) => {
      const folder = project(consumer, `swc ${decoratorMetadata}`, {
        ...firstTool('module'),
        'compile.cjs': `const { transformFileSync } = require(${JSON.stringify(toolchain('@swc/core'))});
        const jsc = { target: 'es2022', parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: ${decoratorMetadata} } };
        require('node:fs').writeFileSync('server.js', transformFileSync('server.ts', { swcrc: false, jsc, module: { type: 'nodenext' } }).code);`,
      });
      run(folder, node, ['compile.cjs']);
      expect(await askNotes(node, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test(
    'Bun',
    async () => {
      const folder = project(consumer, 'bun', firstTool('module'));
      expect(await askNotes(binary('@oven', 'bun', 'bin/bun'), ['server.ts'], folder)).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test(
    'Deno',
    async () => {
      const folder = project(consumer, 'deno', firstTool('module'));
      const args = ['run', '--allow-all', '--node-modules-dir=manual', 'server.ts'];
      expect(await askNotes(binary('@deno', '', 'deno'), args, folder)).toEqual(NOTES_ANSWERS);
    },
    TIME,
  );

  test(
    'vitest',
    () => {
      const folder = project(consumer, 'vitest', inMemory('module'));
      run(folder, node, [toolchain('vitest', 'vitest.mjs'), 'run', '--globals', '--root', folder]);
    },
    TIME,
  );

  test(
    'npm install of the packed package into an empty directory, tsc, and the command',
    async () => {
      const empty = temporaryDirectory('toolwright-empty');
      execFileSync('npm', ['init', '-y'], { cwd: empty, stdio: 'ignore' });
      const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
      run(empty, 'npm', ['install', ...options, packed()]);
      const folder = project(empty, 'notes', firstTool('commonjs'));
      run(folder, node, [toolchain('typescript-7', 'bin/tsc'), '-p', '.']);
      expect(await askNotes(node, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
      const command = join(empty, 'node_modules/.bin/toolwright');
      const out = execFileSync(command, ['call', 'add_note', '{"name": "milk"}', '--app', 'server.js'], {
        cwd: folder,
      });
      expect(out.toString()).toContain('milk');
    },
    TIME,
  );
});

// A platform's package holds the program itself; npm's own scripts, which would link it, are not run.
function binary(scope: string, prefix: string, file: string): string {
  const names = [process.platform, process.arch].join('-');
  const found = [`${prefix && `${prefix}-`}${names}`, `${names}-glibc`]
    .flatMap((name) => [file, `${file}.exe`].map((program) => toolchain(`${scope as '@'}/${name}`, program)))
    .find(existsSync);
  if (!found) throw new Error(`${scope} has no package for ${names}`);
  return found;
}

const JEST = JSON.stringify({
  preset: 'ts-jest',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/*.test.ts'],
});

// In a test runner the app is opened in memory, and a real client connects to it.
function inMemory(type: 'commonjs' | 'module'): Record<string, string> {
  const { 'server.ts': server, ...files } = firstTool(type);
  return {
    ...files,
    'app.ts': server!.replace('void serveStdio(app);', '').replace(' serveStdio,', ''),
    'app.test.ts': `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createServer, openApp } from 'toolwright/embed';
import app from './app${type === 'module' ? '.js' : ''}';

declare const test: (name: string, run: () => Promise<void>) => void;
declare const expect: (value: unknown) => { toEqual(other: unknown): void };

test('a client adds a note', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer(await openApp(app)).connect(theirs), client.connect(ours)]);
  const { content } = await client.callTool({ name: 'add_note', arguments: { name: 'milk' } });
  expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(${JSON.stringify(NOTES_ANSWERS.right)});
});
`,
  };
}
