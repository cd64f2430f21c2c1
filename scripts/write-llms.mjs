// Writes llms.txt, the map of the documentation for language models, from docs/README.md.
// With --check nothing is written, and a file that no longer matches is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'llms.txt');
const read = (name) => readFileSync(join(root, name), 'utf8');
const { description } = JSON.parse(read('package.json'));

const sections = read('docs/README.md')
  .split(/^(?=## )/m)
  .slice(1)
  .map((section) =>
    section.trim().replace(/\]\(([^)]+)\)/g, (_link, page) => `](${posix.join('docs', page)})`),
  );
const text = [
  '# Toolwright',
  '',
  `> ${description}`,
  '',
  'Paths are relative to the package (`node_modules/toolwright`). Begin with docs/first-call.md; docs/api.md has every exported name.',
  '',
  ...sections.flatMap((section) => [section, '']),
  '## Examples',
  '',
  '- [Examples](examples/README.md): small servers to copy, each run by a test',
  '',
].join('\n');

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (current() !== text) {
  console.error('llms.txt no longer matches docs/README.md. Run `npm run llms`.');
  process.exitCode = 1;
}

function current() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
