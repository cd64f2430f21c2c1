// Writes the results into docs/performance.md, between two comments that mark the place.
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../docs/performance.md', import.meta.url);

export function putIntoPage(place, markdown) {
  const text = readFileSync(page, 'utf8');
  const between = new RegExp(`(<!-- ${place} -->\\n)[^]*?(<!-- end of ${place} -->)`);
  if (!between.test(text)) throw new Error(`docs/performance.md has no place for ${place}`);
  writeFileSync(
    page,
    text.replace(between, (_, begin, end) => `${begin}\n${markdown}\n\n${end}`),
  );
}
