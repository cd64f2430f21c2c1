import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateDefinition } from '../../src/index';
import { textOf } from '../support/connect';
import { workshop } from '../support/definitions';

const EXAMPLE = join(__dirname, '../../examples/command-line/tools');
const names = ['notes_search.json', 'notes_review.json'];
const texts = Object.fromEntries(names.map((name) => [name, readFileSync(join(EXAMPLE, name), 'utf8')]));

test('the example definitions are valid and do what they say', async () => {
  for (const name of names)
    expect(validateDefinition(texts[name]!, name, { strict: true }).problems).toEqual([]);
  const shop = await workshop({ files: texts });
  try {
    mkdirSync(join(shop.root, 'notes'));
    writeFileSync(join(shop.root, 'notes/a.txt'), 'TODO buy bread\nDone: call mother\n');
    expect(textOf(await shop.call('notes_search', { pattern: '-x|bread', directory: 'notes' }))).toContain(
      'exit code 1',
    );
    expect(textOf(await shop.call('notes_search', { pattern: 'bread', directory: 'notes' }))).toBe(
      'notes/a.txt:1:TODO buy bread\n',
    );
    expect(textOf(await shop.call('notes_review', { directory: 'notes' }))).toMatch(
      /What is still open ---\nnotes\/a\.txt:1:TODO buy bread[\s\S]*What is done ---\nnotes\/a\.txt:2:Done: call mother/,
    );
  } finally {
    await shop.close();
  }
});
