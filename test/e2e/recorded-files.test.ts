import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';

// Calls that change files, recorded with the built package, and the tests that are written from them, which are run again and again.
const root = join(__dirname, '..', '..');
const folder = temporaryDirectory('tw-recorded-files');
const temporary = temporaryDirectory('tw-recorded-files-tmp');
mkdirSync(join(folder, 'node_modules', '@jest'), { recursive: true });
symlinkSync(root, join(folder, 'node_modules', 'toolwright'), 'dir');
const globals = join('node_modules', '@jest', 'globals');
symlinkSync(join(root, globals), join(folder, globals), 'dir');

const DATA = { 'customers.json': '["C1","C2"]', 'jobs.json': '["J1"]' };

// One store is found by the directory that the app is opened in, the other by that of the process.
const APP = `
  const { existsSync, readFileSync, writeFileSync } = require('node:fs');
  const { join } = require('node:path');
  const { defineApp, defineTool } = require('toolwright');
  const id = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
  let directory;
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const without = (file, id) => {
    const left = read(file).filter((each) => each !== id);
    writeFileSync(file, JSON.stringify(left));
    return left;
  };
  const changing = { inputSchema: id, annotations: { destructiveHint: true } };
  const remove = defineTool({ name: 'delete_customer', description: 'Delete a customer.', ...changing,
    run: ({ id }) => without(join(directory, 'data/customers.json'), id) });
  const cancel = defineTool({ name: 'cancel_job', description: 'Cancel a job.', ...changing,
    run: ({ id }) => without('data/jobs.json', id) });
  const list = defineTool({ name: 'list_all', description: 'List all.', inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
    run: () => [read(join(directory, 'data/customers.json')), read('data/jobs.json')] });
  const app = defineApp({
    name: 'shop', tools: [remove, cancel, list], config: { consent: 'ask' },
    start: ({ cwd, onClose }) => {
      directory = cwd;
      onClose(() => writeFileSync('data/closed.json', '{}'));
    },
  });
  Object.defineProperty(exports, '__esModule', { value: true });
  exports.default = app;`;

const RECORD = `
  const { defineApp } = require('toolwright');
  const { recordCalls, testClient } = require('toolwright/testing');
  const app = require('../app.js').default;
  (async () => {
    const client = await testClient(defineApp({ ...app.options, middleware: [recordCalls('../calls.jsonl')] }), { user: () => true });
    await client.call('list_all');
    await client.call('delete_customer', { id: 'C1' });
    await client.call('cancel_job', { id: 'J1' });
    await client.call('list_all');
    await client.close();
  })();`;

function node(args: readonly string[], cwd = folder) {
  const { NODE_TEST_CONTEXT: _, JEST_WORKER_ID: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, TMPDIR: temporary },
  });
  return { status, output: `${stdout}${stderr}` };
}

const JEST = [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--config', 'jest.config.json'];
const RUN = {
  jest: (file: string) =>
    node([...(file.endsWith('.mjs') ? ['--experimental-vm-modules'] : []), ...JEST, file]),
  node: (file: string) => node(['--test', file]),
} as const;

const written = (file: string, options: object) =>
  node([
    '-e',
    `const { readFileSync, writeFileSync } = require('node:fs');
     const { testsFrom } = require('toolwright/testing');
     writeFileSync('${file}', testsFrom(readFileSync('calls.jsonl', 'utf8'), ${JSON.stringify(options)}));`,
  ]);

const dataOf = (directory: string) =>
  Object.fromEntries(
    readdirSync(join(directory, 'data')).map((file) => [
      file,
      readFileSync(join(directory, 'data', file), 'utf8'),
    ]),
  );

beforeAll(() => {
  for (const directory of ['data', 'test/start/data']) {
    mkdirSync(join(folder, directory), { recursive: true });
    for (const [file, text] of Object.entries(DATA)) writeFileSync(join(folder, directory, file), text);
  }
  writeFileSync(join(folder, 'app.js'), APP);
  writeFileSync(join(folder, 'app.mjs'), "import module from './app.js'; export default module.default;");
  const tsconfig = {
    module: 'node16',
    skipLibCheck: true,
    target: 'es2022',
    esModuleInterop: true,
    types: [],
  };
  const transform = [require.resolve('ts-jest'), { tsconfig, diagnostics: { ignoreCodes: [151002] } }];
  writeFileSync(
    join(folder, 'jest.config.json'),
    JSON.stringify({
      testMatch: ['**/*.test.*'],
      moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
      transform: { '\\.ts$': transform },
      cacheDirectory: join(temporaryDirectory('tw-recorded-files-cache'), 'cache'),
    }),
  );
  const recording = join(folder, 'recording');
  cpSync(join(folder, 'test', 'start'), recording, { recursive: true });
  expect(node(['-e', RECORD], recording)).toEqual({ status: 0, output: '' });
});

// The same with vitest is in test/toolchains.
test.each([
  ['jest', 'typescript', 'recorded.test.ts', './app.js'],
  ['jest', 'commonjs', 'recorded.test.cjs', './app.js'],
  ['jest', 'module', 'recorded.test.mjs', './app.mjs'],
  ['node', 'commonjs', 'recorded-node.test.cjs', './app.js'],
  ['node', 'module', 'recorded-node.test.mjs', './app.mjs'],
] as const)(
  'tests for %s in %s that delete something are green however often they are run, and touch no file of the project',
  (runner, language, file, app) => {
    expect(written(file, { app, runner, language, files: 'test/start' })).toEqual({ status: 0, output: '' });
    for (const _time of [1, 2]) {
      const { status, output } = RUN[runner](file);
      expect(output).toMatch(runner === 'jest' ? /Tests: +4 passed, 4 total/ : /(?:#|ℹ) pass 4/);
      expect(status).toBe(0);
    }
    expect([dataOf(folder), dataOf(join(folder, 'test', 'start'))]).toEqual([DATA, DATA]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('toolwright-test'))).toEqual([]);
  },
);

test('without a directory of their own they say at their beginning that they change the real one, and which tools do', () => {
  expect(written('careless.txt', { app: './app.js' })).toEqual({ status: 0, output: '' });
  const source = readFileSync(join(folder, 'careless.txt'), 'utf8');
  expect(source).toMatch(/^\/\/ .*delete_customer, cancel_job/);
  expect(source).toMatch(/^\/\/ .*files: 'DIRECTORY'/m);
  expect(source.split('\n').find((line) => !line.startsWith('//'))).toMatch(/^import /);
});
