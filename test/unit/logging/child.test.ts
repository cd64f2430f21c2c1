import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { temporaryDirectory } from '../../support/temporary-directory';

const CHILD = resolve(__dirname, '../../fixtures/logging/child.cjs');
const SOURCE = resolve(__dirname, '../../../src');
let dir: string;
let modules: string;

// Only the logging room, base and what it takes from disk are compiled, so that the test needs no build and shows that the room stands alone.
beforeAll(() => {
  dir = temporaryDirectory('tw-logging');
  symlinkSync(resolve(__dirname, '../../../node_modules'), join(dir, 'node_modules'));
  for (const room of ['base', 'disk', 'logging']) mkdirSync(join(dir, room));
  for (const name of [
    'logger.ts',
    'disk/make-directory.ts',
    ...['base', 'logging'].flatMap((room) =>
      readdirSync(join(SOURCE, room)).map((file) => `${room}/${file}`),
    ),
  ]) {
    const { outputText } = ts.transpileModule(readFileSync(join(SOURCE, name), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
        esModuleInterop: true,
      },
    });
    writeFileSync(join(dir, name.replace(/\.ts$/, '.js')), outputText);
  }
  modules = join(dir, 'logging');
});

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [CHILD, modules, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; stdout: string }> {
  let stdout = '';
  child.stdout!.on('data', (data) => (stdout += String(data)));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, stdout };
}

test('a record without a file loads no dependency', async () => {
  const child = start('loaded');
  child.stderr!.resume();
  expect(JSON.parse((await finished(child)).stdout)).toEqual([]);
});

test.each(['exit', 'throw', 'late-exit'])(
  'G13 the records before the end by %s are in the file',
  async (how) => {
    const home = temporaryDirectory('tw-log');
    const file = join(home, 'deep', 'server.log');
    const child = start(how, file);
    child.stderr!.resume();
    const { code } = await finished(child);
    expect(code).toBe(how === 'throw' ? 1 : 7);
    expect(readFileSync(file, 'utf8').match(/record 2\n/g)).toHaveLength(1);
  },
);

test('a reader that closes stderr does not end the process', async () => {
  const child = start('closed');
  await new Promise((first) => child.stderr!.once('data', first));
  child.stderr!.destroy();
  child.stdin!.end('go\n');
  expect(await finished(child)).toEqual({ code: 0, stdout: 'alive' });
});

test('a reader that never reads stderr does not stop the process', async () => {
  const child = start('flood');
  expect(await finishedWithoutStderr(child)).toBe('alive');
  child.stderr!.destroy();
});

async function finishedWithoutStderr(child: ChildProcess): Promise<string> {
  let stdout = '';
  child.stdout!.on('data', (data) => (stdout += String(data)));
  await new Promise((done) => child.once('exit', done));
  return stdout;
}
