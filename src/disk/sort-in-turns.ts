import type { Pace } from '../base/paced-work';

/** So many are sorted or merged before others have their turn; some milliseconds. */
const AT_ONCE = 4_000;

/** Sorts by name, by code unit; a very long list is sorted in parts, so that other calls run in between. */
export async function sortInTurns<T extends { readonly name: string }>(items: T[], pace: Pace): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length || at === 0; at += AT_ONCE) {
    runs.push((items.length > AT_ONCE ? items.slice(at, at + AT_ONCE) : items).sort(byName));
    await pace.yieldIfDue();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at]!, runs[at + 1] ?? [], pace));
    runs = merged;
  }
  return runs[0]!;
}

async function merge<T extends { readonly name: string }>(
  left: readonly T[],
  right: readonly T[],
  pace: Pace,
): Promise<T[]> {
  const all: T[] = [];
  for (let a = 0, b = 0; a < left.length || b < right.length;) {
    const first = b >= right.length || (a < left.length && left[a]!.name < right[b]!.name);
    all.push(first ? left[a++]! : right[b++]!);
    if (all.length % AT_ONCE === 0) await pace.yieldIfDue();
  }
  return all;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
