import fs, { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, watchConfig, type ConfigChange } from '../../../src/config';
import { temporaryDirectory } from '../../support/temporary-directory';

let cwd: string;
let file: string;
let watching: { close(): void };
let changes: ConfigChange[];
beforeEach(async () => {
  cwd = temporaryDirectory('tw-watch');
  file = join(cwd, 'toolwright.yaml');
  writeFileSync(file, 'prefix: one\n');
  changes = [];
  const { request } = await loadConfig({
    cwd,
    env: { MG_LOG_LEVEL: 'debug' },
    options: { config: 'toolwright.yaml' },
  });
  watching = watchConfig(request, (change) => changes.push(change));
});
afterEach(() => {
  watching.close();
});

async function next(): Promise<ConfigChange> {
  const before = changes.length;
  while (changes.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
  return changes[before]!;
}

test('a changed file gives the new configuration, environment and all', async () => {
  writeFileSync(file, 'prefix: two\n');
  const { loaded } = await next();
  expect(loaded!.config).toMatchObject({ prefix: 'two', log: { level: 'debug' } });
  expect(loaded!.sources.where('prefix')).toMatchObject({ line: 1 });
});

test('a change between loading and watching is noticed', async () => {
  const { request } = await loadConfig({ cwd, env: {}, options: { config: 'toolwright.yaml' } });
  writeFileSync(file, 'prefix: early\n');
  const early: ConfigChange[] = [];
  const late = watchConfig(request, (change) => early.push(change));
  while (!early.length) await new Promise((resolve) => setTimeout(resolve, 10));
  late.close();
  expect(early[0]!.loaded!.config.prefix).toBe('early');
});

test('a file that was put in its place by rename is noticed', async () => {
  writeFileSync(`${file}.new`, 'prefix: two\n');
  renameSync(`${file}.new`, file);
  expect((await next()).loaded!.config.prefix).toBe('two');
});

test('a broken version gives its problems, the cured one the configuration again', async () => {
  writeFileSync(file, 'prefx: two\nlog: 3\n');
  const { problems } = await next();
  expect(problems.map((problem) => problem.origin.line)).toEqual(expect.arrayContaining([1, 2]));
  writeFileSync(file, 'prefix: three\n');
  expect((await next()).loaded!.config.prefix).toBe('three');
});

test('a file that is emptied before it is filled leaves its rules in force meanwhile', async () => {
  writeFileSync(file, '');
  await new Promise((resolve) => setTimeout(resolve, 350));
  writeFileSync(file, 'prefix: filled\n');
  await next();
  expect(changes.map(({ loaded }) => loaded?.config.prefix)).toEqual(['filled']);
});

test('a file that stays empty gives the defaults', async () => {
  writeFileSync(file, '');
  expect((await next()).loaded!.config.prefix).not.toBe('one');
});

test('a file that vanished is a problem, so that its rules are not silently gone', async () => {
  rmSync(file);
  expect((await next()).problems).toMatchObject([{ message: 'there is no such file' }]);
});

test('a file that cannot be read for a moment leaves its rules in force, not the defaults', async () => {
  const full = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  // A change is looked at twice; when it is reported, the file can be read again.
  const fail = (): never => {
    throw full;
  };
  const failing = jest.spyOn(fs, 'readFileSync').mockImplementationOnce(fail).mockImplementationOnce(fail);
  try {
    writeFileSync(join(cwd, 'other.txt'), 'x');
    const { loaded, problems } = await next();
    expect(loaded).toBeUndefined();
    expect(problems).toMatchObject([{ message: expect.stringContaining('too many open files') }]);
    expect(failing).toHaveBeenCalledTimes(2);
  } finally {
    failing.mockRestore();
  }
});

test('other files, and the same text again, are no change', async () => {
  writeFileSync(join(cwd, 'other.txt'), 'x');
  writeFileSync(file, 'prefix: one\n');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(changes).toEqual([]);
});
