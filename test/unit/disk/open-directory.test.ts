import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pace } from '../../../src/base/paced-work';
import { Directory } from '../../../src/disk/open-directory';
import { sortInTurns } from '../../../src/disk/sort-in-turns';
import { walkDirectory } from '../../../src/disk/walk-directory';
import { temporaryDirectory } from '../../support/temporary-directory';

test('a directory that was closed is not used again, whoever has its number now', async () => {
  const root = temporaryDirectory('tw-directory');
  const directory = await Directory.open(root);
  expect(directory.at('x')).toContain('x');
  await directory.close();
  expect(() => directory.at('x')).toThrow('closed');
  await expect(directory.entries()).rejects.toThrow('closed');
});

test('a list longer than what is sorted at once is sorted as a whole', async () => {
  const names = Array.from({ length: 9_001 }, (_, index) => ({ name: String((index * 7919) % 9_001) }));
  const sorted = await sortInTurns([...names], new Pace());
  expect(sorted.map(({ name }) => name)).toEqual(names.map(({ name }) => name).sort());
});

test('others run while a very large directory is walked', async () => {
  const root = temporaryDirectory('tw-walk');
  for (let index = 0; index < 5_000; index++) writeFileSync(join(root, String(index)), '');
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  let found = 0;
  // No time at all for a turn: every look at the clock ends one.
  const pace = new (class extends Pace {
    override get isDue(): boolean {
      return true;
    }
  })();
  const options = { depth: 1, hidden: true, ignored: true, may: () => true, pace };
  for await (const batch of walkDirectory(root, root, options)) found += batch.length;
  isDone = true;
  expect(found).toBe(5_000);
  // Ten looks while reading, one after sorting each part, ten while handing out.
  expect(turns).toBeGreaterThan(15);
});

test('what may not be visited is left out, also below a directory that may be', async () => {
  const root = temporaryDirectory('tw-may');
  mkdirSync(join(root, 'a/secret'), { recursive: true });
  writeFileSync(join(root, 'a/secret/x'), '');
  writeFileSync(join(root, 'a/y'), '');
  const may = (path: string, tree = false): boolean => {
    const isDenied = path.startsWith(join(root, 'a/secret'));
    const holdsDenied = join(root, 'a/secret').startsWith(path);
    return !isDenied && !(tree && holdsDenied);
  };
  const paths: string[] = [];
  const options = { depth: 9, hidden: true, ignored: true, may };
  for await (const batch of walkDirectory(root, root, options)) paths.push(...batch.map(({ path }) => path));
  expect(paths).toEqual(['a', 'a/y']);
});

test('a directory that was exchanged for a link since it was listed is not walked into', async () => {
  const root = temporaryDirectory('tw-swap');
  const outside = temporaryDirectory('tw-outside');
  writeFileSync(join(outside, 'canary'), '');
  mkdirSync(join(root, 'a'));
  mkdirSync(join(root, 'b'));
  const paths: string[] = [];
  const options = { depth: 9, hidden: true, ignored: true, may: () => true };
  for await (const batch of walkDirectory(root, root, options)) {
    paths.push(...batch.map(({ path }) => path));
    if (paths.at(-1) === 'a') {
      renameSync(join(root, 'b'), join(root, 'c'));
      symlinkSync(outside, join(root, 'b'));
    }
  }
  expect(paths).toEqual(['a', 'b']);
});
