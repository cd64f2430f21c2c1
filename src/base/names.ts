/** Tool names that clients accept. */
export const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Converts camelCase or PascalCase to snake_case: `categoryDir` and `ReadURLFile` become `category_dir` and `read_url_file`. */
export function snakeCase(name: string): string {
  if (name === name.toLowerCase()) return name;
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

/** Returns the published name: a tool's own prefix overrides the default, and an empty one means none. */
export function exposedName(bareName: string, ownPrefix: string | undefined, defaultPrefix: string): string {
  const prefix = ownPrefix ?? defaultPrefix;
  return prefix === '' ? bareName : `${prefix}_${bareName}`;
}

// Names that share a part are nearer than names with two wrong letters, and further than those with one.
const PART = 1.5;

/** Returns the names nearest to a mistyped one, best first. */
export function nearestNames(wanted: string, names: Iterable<string>, most = 3): string[] {
  const scored: { name: string; distance: number; longer: number }[] = [];
  for (const name of names) {
    const limit = mostMisses(wanted, name);
    const misses = editDistance(wanted.toLowerCase(), name.toLowerCase(), limit);
    const distance = Math.min(misses <= limit ? misses : Infinity, isPart(wanted, name) ? PART : Infinity);
    const longer = distance === PART ? Math.abs(name.length - wanted.length) : 0;
    if (distance < Infinity) scored.push({ name, distance, longer });
  }
  scored.sort((a, b) => a.distance - b.distance || a.longer - b.longer || a.name.localeCompare(b.name));
  return scored.slice(0, most).map((entry) => entry.name);
}

// A name within what was typed has to be a good part of it: nearly every word contains some name of one or two letters.
function isPart(wanted: string, name: string): boolean {
  if (wanted.length < 3 || name.length < 3) return false;
  return name.includes(wanted) || (wanted.includes(name) && name.length * 3 >= wanted.length);
}

// Of a name of three letters one may be missing: `ap` for `app`, `ul` for `url`.
function mostMisses(wanted: string, name: string): number {
  if (wanted.length === 2 && name.length === 3) return 1;
  return Math.min(Math.floor(wanted.length / 2.5), Math.floor(name.length / 2));
}

// Damerau-Levenshtein (adjacent swaps count once), abandoned once every cell of a row exceeds the limit.
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current.push(best);
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
