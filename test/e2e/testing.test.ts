import { spawnSync } from 'node:child_process';
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
