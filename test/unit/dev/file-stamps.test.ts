import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasChanged, fileStamp, type Stamps } from '../../../src/dev/file-stamps';
import { temporaryDirectory } from '../../support/temporary-directory';

const folder = temporaryDirectory('tw-stamps');
const file = join(folder, 'app.ts');

// What was just written counts as changed until its stamp can't be written again.
async function settled(path: string): Promise<Stamps> {
  for (;;) {
    const stamps: Stamps = [[path, fileStamp(path)]];
    if (!hasChanged(stamps)) return stamps;
    await new Promise(setImmediate);
  }
}

beforeEach(() => writeFileSync(file, 'one'));

test.each<[string, () => void]>([
  ['written again, as long as before', () => writeFileSync(file, 'two')],
  ['deleted', () => rmSync(file)],
  [
    'replaced by one of the same size and time, as by `mv` or `cp --preserve`',
    () => {
      const { atime, mtime } = statSync(file);
      writeFileSync(`${file}~`, 'two');
      utimesSync(`${file}~`, atime, mtime);
      renameSync(`${file}~`, file);
    },
  ],
])('a file is seen to be %s', async (_, change) => {
  const stamps = await settled(file);
  change();
  expect(hasChanged(stamps)).toBe(true);
});

test('a file that is written again within the same tick of the clock is never missed', () => {
  const missed = Array.from({ length: 200 }, (_, at) => {
    const stamps: Stamps = [[file, fileStamp(file)]];
    writeFileSync(file, String(at % 10));
    return hasChanged(stamps);
  });
  expect(missed).not.toContain(false);
});

test('a directory is seen to have a new file; a file that was not there, to be there', async () => {
  const directory = join(folder, 'more');
  mkdirSync(directory);
  const made = join(directory, 'made.ts');
  const missing: Stamps = [[made, fileStamp(made)]];
  expect(hasChanged(missing)).toBe(false);
  const stamps = await settled(directory);
  writeFileSync(made, '');
  expect(hasChanged(stamps)).toBe(true);
  expect(hasChanged(missing)).toBe(true);
});
