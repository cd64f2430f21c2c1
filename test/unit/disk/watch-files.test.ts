import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { watchDirectories, watchFile } from '../../../src/disk/watch-files';
import { temporaryDirectory } from '../../support/temporary-directory';

let directory: string;
beforeEach(() => (directory = temporaryDirectory('tw-watch')));

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
};

// What the kernel itself holds for this process, whether or not a handle keeps the process alive.
const kernelWatches = (): number =>
  readdirSync('/proc/self/fdinfo')
    .map((descriptor) => {
      try {
        return readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8').match(/^inotify wd:/gm)?.length ?? 0;
      } catch {
        return 0;
      }
    })
    .reduce((sum, count) => sum + count, 0);

test('a file is reported when it is written, replaced, removed and made again', async () => {
  const file = join(directory, 'a.txt');
  let heard = 0;
  const stop = watchFile(file, { settleMs: 5 }, () => heard++);
  for (const change of [
    () => writeFileSync(file, '1'),
    () => writeFileSync(file, 'longer'),
    () => {
      writeFileSync(join(directory, 'new'), 'replaced');
      renameSync(join(directory, 'new'), file);
    },
    () => rmSync(file),
    () => writeFileSync(file, 'again'),
  ]) {
    const before = heard;
    change();
    await until(() => heard > before);
  }
  stop();
});

test('a file behind a link is reported too', async () => {
  mkdirSync(join(directory, 'real'));
  writeFileSync(join(directory, 'real', 'target'), '1');
  symlinkSync('real/target', join(directory, 'link'));
  let heard = 0;
  const stop = watchFile(join(directory, 'link'), { settleMs: 5 }, () => heard++);
  writeFileSync(join(directory, 'real', 'target'), 'more');
  await until(() => heard > 0);
  stop();
});

test('without events a file is found changed by looking', async () => {
  const file = join(directory, 'missing', 'a.txt');
  let heard = 0;
  const stop = watchFile(file, { settleMs: 5, everyMs: 10 }, () => heard++);
  mkdirSync(join(directory, 'missing'));
  writeFileSync(file, '1');
  await until(() => heard > 0);
  stop();
});

test('a file that is emptied before it is filled is reported once it is filled', async () => {
  const file = join(directory, 'a.txt');
  for (const [everyMs, empty] of [
    [1, 5],
    [undefined, 30],
  ] as const) {
    writeFileSync(file, 'before');
    const seen: string[] = [];
    const stop = watchFile(file, { settleMs: 100, ...(everyMs !== undefined && { everyMs }) }, () =>
      seen.push(readFileSync(file, 'utf8')),
    );
    writeFileSync(file, '');
    await turns(empty);
    writeFileSync(file, 'after');
    await until(() => seen.length > 0);
    stop();
    expect(seen).toEqual(['after']);
  }
});

test('a file that stays empty, and one that is written without end, are reported in the end', async () => {
  const file = join(directory, 'a.txt');
  writeFileSync(file, 'before');
  let heard = 0;
  const stop = watchFile(file, { settleMs: 5, everyMs: 2 }, () => heard++);
  writeFileSync(file, '');
  await until(() => heard > 0);
  const writing = setInterval(() => writeFileSync(file, String(performance.now())), 1);
  await until(() => heard > 2);
  clearInterval(writing);
  stop();
});

test('directories that are found after a change are watched from then on', async () => {
  const inner = join(directory, 'inner');
  const found = [directory];
  let heard = 0;
  const stop = watchDirectories({ directories: () => found, settleMs: 5 }, () => {
    heard++;
    if (!found.includes(inner)) found.push(inner);
  });
  mkdirSync(inner);
  await until(() => heard > 0);
  const before = heard;
  writeFileSync(join(inner, 'a'), '');
  await until(() => heard > before);
  stop();
});

test('reports never overlap, and `again` is followed by another look', async () => {
  let running = 0;
  let most = 0;
  let looks = 0;
  const stop = watchDirectories(
    { directories: () => [directory], settleMs: 2, lookFirst: true },
    async () => {
      most = Math.max(most, ++running);
      writeFileSync(join(directory, 'a'), String(looks++));
      await turns(2);
      running--;
      return looks < 3 ? 'again' : undefined;
    },
  );
  await until(() => looks >= 3);
  stop();
  expect(most).toBe(1);
});

test('a closed watch reports nothing more, and leaves no watch behind', async () => {
  if (process.platform !== 'linux') return void console.warn('skipped: the kernel is asked through /proc');
  const before = kernelWatches();
  const places = ['a', 'b', 'c'].map((name) => join(directory, name));
  for (const place of places) mkdirSync(place);
  let heard = 0;
  const stops = [
    watchDirectories({ directories: () => places, settleMs: 1, everyMs: 5 }, () => void heard++),
    watchFile(join(places[0]!, 'file'), { settleMs: 1, everyMs: 5 }, () => heard++),
  ];
  expect(kernelWatches()).toBe(before + 3);
  writeFileSync(join(places[0]!, 'file'), '');
  await until(() => heard > 1);
  rmSync(places[1]!, { recursive: true });
  await until(() => kernelWatches() === before + 2);
  writeFileSync(join(places[2]!, 'file'), '');
  for (const stop of stops) stop();
  const atEnd = heard;
  await turns(5);
  expect(heard).toBe(atEnd);
  await until(() => kernelWatches() === before);
});
