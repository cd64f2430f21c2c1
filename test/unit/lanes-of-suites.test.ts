import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const { ONE_LANE } = require('../support/jest-settings.cjs') as { ONE_LANE: string[] };
const functional = join(__dirname, '..', 'functional');

// What a test file imports from test/, and what that imports.
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g))
    filesOf(`${resolve(dirname(file), path!)}.ts`, found);
  return found;
}

test('a functional suite that asks for no lane runs once, not once for each lane', () => {
  const same = readdirSync(functional)
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) =>
      [...filesOf(join(functional, name))].every(
        (file) => file.includes('/src/') || !readFileSync(file, 'utf8').includes('TOOLWRIGHT_LANE'),
      ),
    )
    .map((name) => name.replace('.test.ts', ''));
  expect(same.filter((name) => !ONE_LANE.includes(name))).toEqual([]);
});
