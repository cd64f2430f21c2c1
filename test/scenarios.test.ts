import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// The scenarios the product has to show, by system: guide, command-line tools, tool system, discoverability.
const LAST = { G: 29, A: 29, T: 22, O: 24 } as const;

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** Scenario id to the files whose test names begin with it. */
function coverage(): Map<string, Set<string>> {
  const covered = new Map<string, Set<string>>();
  for (const file of testFiles(__dirname)) {
    const named = readFileSync(file, 'utf8').matchAll(
      /(?:test|it|describe)(?:\.each[^'"`]*|\([^'"`]*|[^'"`(]*\()?['"`]((?:[GATO]\d{1,2}[ ,]+)+)/g,
    );
    const each = readFileSync(file, 'utf8').matchAll(
      /^\s*(?:\]\)|\}\)|\))\(\s*['"`]((?:[GATO]\d{1,2}[ ,]+)+)/gm,
    );
    for (const [, ids = ''] of [...named, ...each]) {
      for (const id of ids.trim().split(/[ ,]+/)) covered.set(id, (covered.get(id) ?? new Set()).add(file));
    }
  }
  return covered;
}

test('every scenario has a test that names it', () => {
  const covered = coverage();
  const all = Object.entries(LAST).flatMap(([system, last]) =>
    Array.from({ length: last }, (_, index) => `${system}${index + 1}`),
  );
  expect(all.filter((id) => !covered.has(id))).toEqual([]);
});
