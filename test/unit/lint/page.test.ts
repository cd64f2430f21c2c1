import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_NAMES, RULES } from '../../../src/lint';

const page = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'lint.md'), 'utf8');

test('docs/lint.md states every rule as the code does, with its evidence', () => {
  const rows = RULES.map(
    ({ id, severity, fixable, about, evidence, source }) =>
      `| \`${id}\` | ${severity}${fixable ? ', `--fix`' : ''} | ${about} | ${evidence} (${source}) |`,
  );
  expect(page.split('\n').filter((line) => /^\| `[a-z]+(?:-[a-z]+)+` \|/.test(line))).toEqual(rows);
  for (const client of CLIENT_NAMES) expect(page).toContain(`\`${client}\``);
});
