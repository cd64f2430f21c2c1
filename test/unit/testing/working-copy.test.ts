import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { defineApp, defineTool } from '../../../src/index';
import { assertToolSnapshot, recordCalls, testClient, testsFrom } from '../../../src/testing';
import { toolSnapshot } from '../../../src/testing/tool-snapshot';
import { ToolRegistry } from '../../../src/embed';
import { temporaryDirectory } from '../../support/temporary-directory';

const root = join(__dirname, '..', '..', '..');
const files = temporaryDirectory('tw-working-copy');
const elsewhere = temporaryDirectory('tw-working-copy-elsewhere');
mkdirSync(join(files, 'inner'));
mkdirSync(join(elsewhere, 'folder'));
writeFileSync(join(files, 'inner', 'a.txt'), 'before');
writeFileSync(join(elsewhere, 'b.txt'), 'before');
writeFileSync(join(elsewhere, 'folder', 'c.txt'), 'before');
symlinkSync(join(elsewhere, 'b.txt'), join(files, 'inner', 'b.txt'));
symlinkSync(join(elsewhere, 'folder'), join(files, 'inner', 'folder'));

const NONE = { type: 'object', properties: {} } as const;
const app = (more: object = {}) =>
  defineApp({
    name: 'writer',
    tools: defineTool({
      name: 'write',
      description: 'Write everywhere.',
      inputSchema: NONE,
      run: () => {
        for (const file of ['a.txt', 'b.txt', 'folder/c.txt']) writeFileSync(join('inner', file), 'after');
        return process.cwd();
      },
    }),
    ...more,
  });

test('an app works in a copy, also where files lead elsewhere, and the copy is gone at the end', async () => {
  const before = process.cwd();
  let cwd = '';
  const client = await testClient(app({ start: (context: { cwd: string }) => void (cwd = context.cwd) }), {
    files,
  });
  expect((await client.call('write')).value).toBe(cwd);
  expect(readFileSync(join(cwd, 'inner', 'folder', 'c.txt'), 'utf8')).toBe('after');
  await client.close();
  await client.close();
  expect(existsSync(cwd)).toBe(false);
  expect(process.cwd()).toBe(before);
  for (const file of ['a.txt', 'b.txt', 'folder/c.txt'])
    expect(readFileSync(join(files, 'inner', file), 'utf8')).toBe('before');
});

test('whatever fails, the copy is removed, and the next client has a copy of its own', async () => {
  const before = process.cwd();
  const copies: string[] = [];
  const fails = (): never => {
    copies.push(process.cwd());
    throw new Error('broken');
  };
  await expect(testClient(app({ start: fails }), { files })).rejects.toThrow(/broken/);
  const client = await testClient(app({ close: fails }), { files });
  await expect(client.close()).rejects.toThrow(/broken/);
  expect(new Set([...copies, before]).size).toBe(3);
  expect(copies.filter((copy) => existsSync(copy))).toEqual([]);
  expect(process.cwd()).toBe(before);
});

test('two at once would work in each other’s directory, and are refused', async () => {
  const first = await testClient(app(), { files });
  await expect(testClient(app(), { files })).rejects.toThrow(/close that client first/);
  await first.close();
  await (await testClient(app(), { files })).close();
});

test.each([
  [{ files: '/nowhere/at-all' }, /files .*\/nowhere\/at-all.* is no directory/],
  [{ files: join(files, 'inner', 'a.txt') }, /is no directory/],
  [{ files, cwd: files }, /both files and cwd/],
  [{ files: true as unknown as string }, /files/],
])('%j is refused', async (options, message) => {
  await expect(testClient(app(), options)).rejects.toThrow(message);
});

test('a registry is open already, so that it can’t be opened in a copy', async () => {
  await expect(testClient(new ToolRegistry([]), { files })).rejects.toThrow(/files .*an app/);
});

test('a thread can’t change its directory, and is refused with the cure', async () => {
  const worker = new Worker(
    `const { testClient } = require(${JSON.stringify(join(root, 'dist', 'testing.js'))});
     testClient([], { files: ${JSON.stringify(files)} }).catch((error) => require('node:worker_threads').parentPort.postMessage(error.message));`,
    { eval: true },
  );
  const message = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  await worker.terminate();
  expect(message).toMatch(/a process of its own.*forks/);
});

describe('in written tests', () => {
  const call = { tool: 'write', args: {}, value: 1 };
  const written = (calls: readonly object[], options: object = {}) =>
    testsFrom(calls.map((each) => JSON.stringify(each)).join('\n'), { app: './app.js', ...options });

  test('files is an option of the client', () => {
    expect(written([call], { files: 'test/a "dir"' })).toContain('files: "test/a \\"dir\\""');
    expect(() => written([call], { files: 'a', cwd: 'b' })).toThrow(/both files and cwd/);
  });

  test.each([
    ['a tool that may change something', [call], {}, true],
    ['a tool that only reads', [{ ...call, readOnly: true }], {}, false],
    [
      'arguments that were refused',
      [{ ...call, value: undefined, error: 'x', errorType: 'validation_error' }],
      {},
      false,
    ],
    ['a call that is left out', [{ ...call, sampled: true }], {}, false],
    ['files', [call], { files: 'test/data' }, false],
    ['a directory', [call], { cwd: 'test/data' }, false],
  ])('%s: whether a comment says that they are real calls', (_what, calls, options, says) => {
    expect(written(calls, options).startsWith('//')).toBe(says);
  });

  test('many tools are named in part', () => {
    const tools = ['one', 'two', 'three', 'four', 'five', 'one'];
    expect(written(tools.map((tool) => ({ ...call, tool })))).toMatch(/^\/\/ .*one, two, three and 2 others/);
  });
});

test('paths that a test gives stay those of its own directory while the app works in a copy', async () => {
  const home = temporaryDirectory('tw-working-home');
  const before = process.cwd();
  process.chdir(home);
  try {
    const recorded = app({ middleware: [recordCalls('calls.jsonl')] });
    const client = await testClient(recorded, { files });
    await client.call('write');
    writeFileSync(join(home, 'tools.json'), toolSnapshot(client));
    assertToolSnapshot(client, 'tools.json');
    expect(process.cwd()).not.toBe(home);
    await client.close();
    expect(readFileSync('calls.jsonl', 'utf8')).toContain('"write"');

    const changed = await testClient(defineTool({ name: 'other', description: 'x', run: () => 1 }), {
      files,
    });
    expect(() => assertToolSnapshot(changed, 'tools.json')).toThrow(/is not what tools\.json says/);
    await changed.close();
  } finally {
    process.chdir(before);
  }
});

test('a client opened in a directory beside one in a copy finds it from the directory of the test', async () => {
  const home = temporaryDirectory('tw-working-beside');
  mkdirSync(join(home, 'data'));
  const before = process.cwd();
  process.chdir(home);
  try {
    const first = await testClient(app(), { files });
    let cwd = '';
    const second = await testClient(app({ start: (context: { cwd: string }) => void (cwd = context.cwd) }), {
      cwd: 'data',
    });
    expect(cwd).toBe(join(home, 'data'));
    await second.close();
    await first.close();
  } finally {
    process.chdir(before);
  }
});

test('a written test opens the app with the environment that it needs', () => {
  const recording = JSON.stringify({ tool: 'write', args: {} });
  expect(testsFrom(recording, { app: '../app.js', env: { WRITER_DIR: 'here' } })).toContain(
    'env: {"WRITER_DIR":"here"}',
  );
});
