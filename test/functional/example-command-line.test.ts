import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateDefinition } from '../../src/mtdf';
import { textOf } from '../support/connect';
import { workshop } from '../support/definitions';
import { ModelServer } from '../support/model-server';

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

test('the example of a followed log is valid and finds what it is told to look for', async () => {
  const file = join(EXAMPLE, '../../live-log/tools/app_log.json');
  const text = readFileSync(file, 'utf8');
  expect(validateDefinition(text, file, { strict: true }).problems).toEqual([]);
  const model = await ModelServer.start();
  const definition = JSON.parse(text) as { livelog: { llm_provider: object; chunk_max_lines?: number } };
  Object.assign(definition.livelog.llm_provider, { base_url: model.url });
  definition.livelog.chunk_max_lines = 2;
  const shop = await workshop({ files: { 'app_log.json': definition }, inlineWaitMs: 0 });
  try {
    writeFileSync(join(shop.root, 'app.log'), 'INFO order 1 paid\nERROR payment of order 2 failed\n');
    model.answer = () => 'The payment of order 2 failed (line 2).';
    await shop.call('app_log');
    expect((await model.request(1)).lines).toEqual(['INFO order 1 paid', 'ERROR payment of order 2 failed']);
    while (!shop.lines().some((line) => line.includes('Log alert: The payment of order 2 failed')))
      await new Promise((resolve) => setTimeout(resolve, 10));
  } finally {
    await shop.close();
    await model.stop();
  }
});
