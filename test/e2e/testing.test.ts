import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';

// `toolwright/testing` as a project has it: the built package, in processes of their own.
const folder = temporaryDirectory('tw-testing');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');

const app = (text: string, refusal = 'It is kept already') => `
  import { defineApp, defineTool, Result } from 'toolwright';
  const names = new Set();
  const keep = defineTool({
    name: 'keep',
    description: 'Keep a name.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
    run: ({ name }) => {
      if (names.has(name)) return Result.failure('${refusal}', 'already_exists');
      names.add(name);
      return { ${text}: name };
    },
  });
  export default defineApp({ name: 'keeper', tools: [keep] });`;

const node = (...args: string[]) => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, signal, output: `${stdout}${stderr}` };
};

test('recorded calls are tests for node:test, which pass until the app changes', () => {
  writeFileSync(join(folder, 'app.mjs'), app('kept'));
  writeFileSync(
    join(folder, 'record.mjs'),
    `import { readFileSync, writeFileSync } from 'node:fs';
     import { defineApp } from 'toolwright';
     import { recordCalls, testClient, testsFrom } from 'toolwright/testing';
     import app from './app.mjs';
     const client = await testClient(defineApp({ ...app.options, middleware: [recordCalls('calls.jsonl')] }));
     await client.call('keep', { name: 'milk' });
     await client.call('keep', { name: 'milk' });
     await client.call('keep', { nam: 'milk' });
     await client.close();
     const source = testsFrom(readFileSync('calls.jsonl', 'utf8'), { app: './app.mjs', runner: 'node' });
     // Node 20 doesn't erase types.
     writeFileSync('recorded.test.mjs', source.replace(', type TestClient', '').replace(': TestClient', ''));`,
  );
  expect(node('record.mjs')).toMatchObject({ status: 0 });
  expect(node('--test', 'recorded.test.mjs')).toMatchObject({
    status: 0,
    output: expect.stringMatching(/(?:#|ℹ) pass 3/),
  });
  writeFileSync(join(folder, 'app.mjs'), app('held'));
  const changed = node('--test', 'recorded.test.mjs');
  expect(changed.status).toBe(1);
  expect(changed.output).toMatch(/keep returned \{ held: 'milk' \} instead of \{ kept: 'milk' \}/);
  writeFileSync(join(folder, 'app.mjs'), app('kept', 'It is kept already, or gone'));
  const reworded = node('--test', 'recorded.test.mjs');
  expect(reworded.status).toBe(1);
  expect(reworded.output).toMatch(/(?:#|ℹ) fail 1/);
});

test('a tool that never returns ends the process, and the call is named', () => {
  writeFileSync(
    join(folder, 'endless.mjs'),
    `import { defineTool } from 'toolwright';
     import { fuzz, testClient } from 'toolwright/testing';
     const endless = defineTool({
       name: 'endless',
       description: 'Loops.',
       inputSchema: { type: 'object', properties: { count: { type: 'integer', minimum: 0, maximum: 3 } }, required: ['count'] },
       run: ({ count }) => { while (count === 3); return 'done'; },
     });
     await fuzz(await testClient(endless), 'endless', { seed: 1, patience: 100 });`,
  );
  const { status, signal, output } = node('endless.mjs');
  expect({ status, signal }).toEqual({ status: null, signal: 'SIGKILL' });
  expect(output).toMatch(
    /endless never returned, so the process is ended\nArguments: \{"count":3[^\n]*\}\nSeed: 1/,
  );
});

describe('a test that imports a module which serves on stdio', () => {
  // As a terminal's, stdin stays open.
  const nodeWithStdin = (...args: string[]): Promise<{ status: number | null; output: string }> => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, args, { cwd: folder, env, timeout: 15_000 });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    return new Promise((resolve) => child.on('close', (status) => resolve({ status, output })));
  };

  const told =
    /serving\.cjs:5: serves on stdio as soon as it is imported.*Keep the app in a module of its own, which tests import/;

  beforeAll(() => {
    writeFileSync(
      join(folder, 'serving.cjs'),
      `const { defineApp, defineTool, serveStdio } = require('toolwright');
       const one = defineTool({ name: 'one', description: 'One.', inputSchema: { type: 'object', properties: {} }, run: () => 'one' });
       const app = defineApp({ name: 'served', tools: [one] });
       exports.default = app;
       void serveStdio(app);`,
    );
  });

  test('fails with node:test, is told the module and the cure, and ends', async () => {
    writeFileSync(
      join(folder, 'serving.test.mjs'),
      `import { before, test } from 'node:test';
       import { assertOk, testClient } from 'toolwright/testing';
       import served from './serving.cjs';
       let client;
       before(async () => { client = await testClient(served.default); });
       test('one', async () => assertOk(await client.call('one'), 'one'));`,
    );
    const { status, output } = await nodeWithStdin('--test', 'serving.test.mjs');
    expect(output).toMatch(told);
    expect(output).toMatch(/(?:#|ℹ) pass 0/);
    expect(output).not.toContain('stdout is reserved');
    expect(status).toBe(1);
  });

  test.each([
    ['the server running', []],
    ['an option of jest that the server refuses', ['--runInBand']],
  ])('fails with jest too, each time it asks for a client, with %s', async (_state, options) => {
    const jest = { testMatch: ['**/serving.test.js'], cacheDirectory: join(folder, 'cache') };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ jest }));
    writeFileSync(
      join(folder, 'serving.test.js'),
      `const { testClient } = require('toolwright/testing');
       const app = require('./serving.cjs').default;
       test('one', async () => {
         await new Promise((resolve) => setTimeout(resolve, 500));
         await testClient(app);
       });
       test('two', async () => { await testClient(app); });`,
    );
    const { status, output } = await nodeWithStdin(require.resolve('jest/bin/jest'), ...options);
    expect(output).toMatch(told);
    expect(output).toMatch(/Tests: +2 failed, 2 total/);
    expect(output).not.toContain('did not exit');
    expect(status).toBe(1);
  });
});
