import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'fixtures' ? [] : testFiles(path);
    return entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

/** The ids that `docs/scenarios.md` states, in its order. */
function statedIds(): string[] {
  const page = readFileSync(join(__dirname, '..', 'docs', 'scenarios.md'), 'utf8');
  return [...page.matchAll(/^- \*\*([GATO]\d{1,2})\*\* \S/gm)].map(([, id = '']) => id);
}

/** Scenario id to the files whose test names begin with it. */
function citedIds(): Map<string, Set<string>> {
  const cited = new Map<string, Set<string>>();
  for (const file of testFiles(__dirname)) {
    const text = readFileSync(file, 'utf8');
    const named = text.matchAll(
      /(?:test|it|describe)(?:\.each[^'"`]*|\([^'"`]*|[^'"`(]*\()?['"`]((?:[GATO]\d{1,2}[ ,]+)+)/g,
    );
    const each = text.matchAll(/^\s*(?:\]\)|\}\)|\))\(\s*['"`]((?:[GATO]\d{1,2}[ ,]+)+)/gm);
    for (const [, ids = ''] of [...named, ...each]) {
      for (const id of ids.trim().split(/[ ,]+/)) cited.set(id, (cited.get(id) ?? new Set()).add(file));
    }
  }
  return cited;
}

test('the scenarios page numbers each system without gaps or repeats', () => {
  const ids = statedIds();
  for (const system of ['G', 'A', 'T', 'O']) {
    const own = ids.filter((id) => id.startsWith(system));
    expect(own).not.toEqual([]);
    expect(own).toEqual(own.map((_, index) => `${system}${index + 1}`));
  }
});

test('every scenario has a test that cites it', () => {
  const cited = citedIds();
  expect(statedIds().filter((id) => !cited.has(id))).toEqual([]);
});

test('every scenario that a test cites is on the page', () => {
  const stated = new Set(statedIds());
  const unknown = [...citedIds()].filter(([id]) => !stated.has(id));
  expect(unknown.map(([id, files]) => [id, ...files])).toEqual([]);
});
