import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The start of each module in a bundle, in order; scripts/bundle.mjs writes it next to the bundle. */
type ModuleStarts = readonly (readonly [offset: number, file: string])[];

const BUNDLE = /\.bundle-[0-9a-f]+\.cjs$/;
const known = new Map<string, ModuleStarts>();

/** Returns the source module of a position in one of our bundles; undefined for any other file. */
export function moduleAt(file: string, site: { getPosition(): number }): string | undefined {
  if (!BUNDLE.test(file)) return undefined;
  const starts = startsOf(file);
  const position = site.getPosition();
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]![0] <= position) low = middle + 1;
    else high = middle;
  }
  const found = starts[low - 1]?.[1];
  return found && basename(found, '.js');
}

// Read for the first record that needs it: most servers write no JSON log.
function startsOf(bundle: string): ModuleStarts {
  let starts = known.get(bundle);
  if (!starts) known.set(bundle, (starts = readStarts(bundle)));
  return starts;
}

function readStarts(bundle: string): ModuleStarts {
  try {
    return JSON.parse(readFileSync(bundle.replace(/\.cjs$/, '.modules.json'), 'utf8')) as ModuleStarts;
  } catch {
    return [];
  }
}
