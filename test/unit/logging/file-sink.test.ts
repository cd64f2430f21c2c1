import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '../../../src/logger';
import { createLogging } from '../../../src/logging';
import { FileSink } from '../../../src/logging/file-sink';
import { formatText } from '../../../src/logging/log-line';
import { temporaryDirectory } from '../../support/temporary-directory';

let dir: string;
beforeEach(() => {
  dir = temporaryDirectory('tw-log');
});

const messages = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' - ').slice(3).join(' - '));

const silent = (): void => {};

test('appends, creates parents, and keeps what came before the file was open', async () => {
  const file = join(dir, 'a', 'b', 'server.log');
  const first = createLogging({ level: 'trace', file, stderr: silent });
  expect(existsSync(file)).toBe(false);
  first.log.trace('one');
  first.log.info('two', { n: 1 });
  await first.close();
  const second = createLogging({ level: 'info', file, stderr: silent });
  second.log.debug('below');
  second.log.error('three');
  await second.close();
  expect(messages(file)).toEqual(['one', 'two - extra: {"n":1}', 'three']);
});

test('a log without a record opens nothing', async () => {
  const file = join(dir, 'server.log');
  await createLogging({ level: 'info', file, stderr: silent }).close();
  expect(existsSync(file)).toBe(false);
});

test('G13 the same record is on stderr and in the file, once each', async () => {
  const file = join(dir, 'server.log');
  const lines: string[] = [];
  const { log, close } = createLogging({
    level: 'info',
    file,
    json: true,
    stderr: (text) => void lines.push(text),
  });
  log.named('toolwright.files').info('hello');
  await close();
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  expect(JSON.parse(lines[0]!)).toMatchObject({ logger: 'toolwright.files', message: 'hello' });
});

test('follows a rotation by rename and one by removal', async () => {
  const file = join(dir, 'server.log');
  const sink = new FileSink({ file, level: 'info', format: formatText, onProblem: silent, checkEvery: 0 });
  const log = new Logger('test', [sink]);
  log.info('before');
  await until(() => existsSync(file) && messages(file).length === 1);
  renameSync(file, `${file}.1`);
  log.info('after');
  await until(() => existsSync(file) && messages(file).length === 1);
  rmSync(file);
  log.info('again');
  await sink.close();
  expect(messages(`${file}.1`)).toEqual(['before']);
  expect(messages(file)).toEqual(['again']);
});

test('ten rotations under a stream of records lose none', async () => {
  const file = join(dir, 'server.log');
  const sink = new FileSink({ file, level: 'info', format: formatText, onProblem: silent, checkEvery: 0 });
  const log = new Logger('test', [sink]);
  for (let rotation = 0; rotation < 10; rotation++) {
    for (let i = 0; i < 50; i++) log.info(`${rotation}.${i}`);
    await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(` ${rotation}.49\n`));
    renameSync(file, `${file}.${rotation}`);
  }
  log.info('last');
  await sink.close();
  const all = [...Array.from({ length: 10 }, (_, i) => `${file}.${i}`), file].flatMap(messages);
  expect(new Set(all).size).toBe(501);
  expect(all).toHaveLength(501);
});

test.each([
  ['a directory', () => mkdirSync(join(dir, 'taken')), 'taken'],
  ['a file for a parent', () => writeFileSync(join(dir, 'taken'), ''), 'taken/server.log'],
])('falls back to stderr with one warning when the file is %s', async (_what, prepare, name) => {
  prepare();
  const lines: string[] = [];
  const { log, close } = createLogging({
    level: 'error',
    file: join(dir, name),
    stderr: (text) => void lines.push(text),
  });
  log.error('one');
  await until(() => lines.length === 2);
  log.error('two');
  await close();
  expect(lines.map((line) => line.split(' - ')[2])).toEqual(['ERROR', 'WARNING', 'ERROR']);
  expect(lines[1]).toContain('cannot be written');
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
