import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';

// Calls in which the user was asked, recorded with the built package, and the tests that are written from them.
const root = join(__dirname, '..', '..');
const folder = temporaryDirectory('tw-recorded-questions');
mkdirSync(join(folder, 'node_modules', '@jest'), { recursive: true });
symlinkSync(root, join(folder, 'node_modules', 'toolwright'), 'dir');
symlinkSync(
  join(root, 'node_modules', '@jest', 'globals'),
  join(folder, 'node_modules', '@jest', 'globals'),
  'dir',
);

const APP = (destructive: boolean) => `
  const { defineApp, defineTool, Result } = require('toolwright');
  const object = (properties = {}) => ({ type: 'object', properties });
  const text = { type: 'string' };
  const tool = (name, run, more = {}) =>
    defineTool({ name, description: 'Does ' + name + '.', inputSchema: object({ name: text }), run, ...more });
  const names = new Set();
  const keep = tool('keep', ({ name }) => { names.add(name); return names.size; });
  const drop = tool('drop', ({ name }) => names.delete(name), { annotations: { destructiveHint: ${destructive} } });
  const paint = tool('paint', async (_, { session }) => {
    const colour = await session.ask({ message: 'Which colour?', schema: object({ colour: text }) });
    if (colour.action !== 'accept') return Result.failure('No colour: ' + colour.action, 'unpainted');
    const shiny = await session.ask({ message: 'Shiny?\\nThink twice.' });
    return { ...colour.content, shiny: shiny.action };
  });
  const build = tool('build', async (_, { session }) => {
    const { content } = await session.ask({ message: 'How high?', schema: object({ metres: { type: 'integer' } }) });
    return content;
  }, { synchronous: false });
  const sign = tool('sign', async (_, { session }) => {
    const { content } = await session.ask({ message: 'Who?', schema: object({ password: text }) });
    return 'Signed with ' + content.password;
  });
  const tell = tool('tell', async (_, { session }) => {
    const said = await session.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 9 });
    return said.content.text;
  });
  Object.defineProperty(exports, '__esModule', { value: true });
  exports.default = defineApp({
    name: 'keeper', tools: [keep, drop, paint, build, sign, tell], config: { consent: 'ask' },
  });`;

const RECORD = `
  const { defineApp } = require('toolwright');
  const { recordCalls, testClient } = require('toolwright/testing');
  const app = require('./app.js').default;
  (async () => {
    const recorded = defineApp({ ...app.options, middleware: [recordCalls('calls.jsonl')] });
    for (const era of ['legacy', 'modern']) {
      const user = [true, { colour: 'red' }, false, false, { action: 'cancel' }, { metres: 3 }, false, { password: 'hunter2' }];
      const client = await testClient(recorded, { era, user, model: () => 'Hello' });
      await client.call('keep', { name: 'milk' });
      await client.call('drop', { name: 'milk' });
      for (let n = 0; n < 3; n++) await client.call('paint');
      await client.resultOf(await client.call('build'));
      await client.call('drop', { name: 'milk' });
      await client.call('sign');
      await client.call('tell');
      await client.close();
    }
    const unasked = await testClient(recorded);
    await unasked.call('drop', { name: 'milk' });
    await unasked.close();
  })();`;

const written = (name: string, runner: string, change = '(source) => source') =>
  node(
    '-e',
    `const { readFileSync, writeFileSync } = require('node:fs');
     const { testsFrom } = require('toolwright/testing');
     const source = testsFrom(readFileSync('calls.jsonl', 'utf8'), { app: './app.js', runner: '${runner}' });
     writeFileSync('${name}', (${change})(source));`,
  );

function node(...args: string[]) {
  const { NODE_TEST_CONTEXT: _, JEST_WORKER_ID: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, output: `${stdout}${stderr}` };
}

const withJest = (name: string) =>
  node(join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--config', 'jest.config.json', name);

beforeAll(() => {
  writeFileSync(join(folder, 'app.js'), APP(true));
  writeFileSync(join(folder, 'record.js'), RECORD);
  const compiler = {
    module: 'node16',
    skipLibCheck: true,
    target: 'es2022',
    esModuleInterop: true,
    strict: true,
    types: [],
  };
  writeFileSync(
    join(folder, 'jest.config.json'),
    JSON.stringify({
      transform: {
        '\\.ts$': [
          require.resolve('ts-jest'),
          { tsconfig: { ...compiler, noImplicitAny: false }, diagnostics: { ignoreCodes: [151002] } },
        ],
      },
      cacheDirectory: join(folder, 'cache'),
    }),
  );
  expect(node('record.js')).toEqual({ status: 0, output: '' });
});

test('no answer that is secret is recorded', () => {
  expect(readFileSync(join(folder, 'calls.jsonl'), 'utf8')).not.toContain('hunter2');
});

// The same with vitest is in test/toolchains.
test('calls in which the user was asked are tests for jest that pass, until nobody is asked', () => {
  expect(written('recorded.test.ts', 'jest')).toEqual({ status: 0, output: '' });
  expect(withJest('recorded.test.ts')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/Tests: +4 skipped, 15 passed, 19 total/),
  });
  writeFileSync(join(folder, 'app.js'), APP(false));
  expect(withJest('recorded.test.ts')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/Tests: +5 failed, 4 skipped, 10 passed/),
  });
});

test("the same for Node's own runner", () => {
  writeFileSync(join(folder, 'app.js'), APP(true));
  // Node 20 doesn't erase types, and takes the exports of CommonJS as one.
  const plain = `(source) => source.replace(/, type \\w+/g, '').replace(/: (TestClient|Reply\\[\\])/g, '').replace('import app from', 'import { default as module } from').replace('\\n\\n', '\\nconst app = module.default;\\n\\n')`;
  expect(written('recorded.test.mjs', 'node', plain)).toEqual({ status: 0, output: '' });
  expect(node('--test', 'recorded.test.mjs')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/(?:#|ℹ) pass 15[^]*(?:#|ℹ) fail 0[^]*(?:#|ℹ) skipped 4/),
  });
});
