// Writes results into a page, between two comments that mark the place.
import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces what a page, named from the project's root, has between `<!-- place -->` and `<!-- end of place -->`. */
export function putIntoPage(place, markdown, page = 'docs/performance.md') {
  const file = new URL(`../${page}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const between = new RegExp(`(<!-- ${place} -->\\n)[^]*?(<!-- end of ${place} -->)`);
  if (!between.test(text)) throw new Error(`${page} has no place for ${place}`);
  writeFileSync(
    file,
    text.replace(between, (_, begin, end) => `${begin}\n${markdown}\n\n${end}`),
  );
}
