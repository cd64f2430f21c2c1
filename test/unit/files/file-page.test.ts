import { costsAtMost } from '../../../src/answers/fits-budget';
import type { Directory } from '../../../src/disk/open-directory';
import type { WalkedEntry } from '../../../src/disk/walk-directory';
import { DetailedEntries } from '../../../src/files/detailed-entry';
import { takePage } from '../../../src/files/file-page';
import { PassedDirectories } from '../../../src/files/passed-over-directories';
import * as units from '../../../src/tokens/text-units';

const directory = {} as Directory;

async function* walked(count: number): AsyncGenerator<readonly WalkedEntry[]> {
  await Promise.resolve();
  yield Array.from({ length: count }, (_, n) => {
    const name = `file-${n}.txt`;
    return { name, path: `folder/${name}`, kind: 'file' as const, directory };
  });
}

// How many characters are looked at to tell that a page fits its budget, and whether it does.
async function judged(
  count: number,
  budget: number,
): Promise<{ length: number; read: number; fits: boolean }> {
  const detailed = new DetailedEntries('/root/');
  const page = await takePage(
    walked(count),
    { limit: 1000, budget, passed: new PassedDirectories(20) },
    (entry) => detailed.of(entry, { name: entry.name, path: `/root/${entry.path}`, type: 'file', size: 12 }),
  );
  const content = page.content as { type: 'text'; text: string }[];
  const looked = jest.spyOn(units, 'takeUnits');
  const fits = costsAtMost({ content }, budget);
  const read = looked.mock.calls.length * units.BLOCK;
  looked.mockRestore();
  return { length: content[0]!.text.length, read, fits };
}

test.each([
  ['a full page', 1000, 8000],
  ['a small full page', 1000, 2500],
  ['a list that is whole', 100, 8000],
])('%s was measured entry by entry, and is not measured again', async (_, count, budget) => {
  const { length, read, fits } = await judged(count, budget);
  expect(fits).toBe(true);
  expect(length).toBeGreaterThan(units.BLOCK);
  expect(read).toBeLessThanOrEqual(units.BLOCK);
});
