import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BuildMessage, Builder } from '../../../src/dev/build-messages';
import { watchJavaScript } from '../../../src/dev/watch-javascript';
import { temporaryDirectory } from '../../support/temporary-directory';

const builders: Builder[] = [];
afterEach(() => builders.splice(0).forEach((builder) => builder.stop()));

async function watched(data: number) {
  const folder = temporaryDirectory('tw-watched');
  const put = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  for (const below of ['data', 'lib']) mkdirSync(join(folder, below));
  for (let at = 0; at < data; at++) put(`data/${at}.json`, '{}');
  put('app.cjs', '');
  put('lib/part.cjs', '');
  // What was written a moment ago may be written again without a trace, and is looked at once more.
  await delay(50);
  const told: BuildMessage[] = [];
  let heard = (): void => undefined;
  const builder = watchJavaScript(join(folder, 'app.cjs'), (message) => {
    told.push(message);
    heard();
  });
  builders.push(builder);
  /** What became of the next look. */
  const outcome = async (): Promise<BuildMessage> => {
    const from = told.length;
    const found = () => told.slice(from).find(({ kind }) => kind === 'built' || kind === 'unchanged');
    while (!found()) await new Promise<void>((resolve) => (heard = resolve));
    return found()!;
  };
  const stamped = (): string[] =>
    told.flatMap((each) => ('madeOf' in each ? each.madeOf.map(([path]) => path) : []));
  return { folder, put, builder, outcome, stamped };
}

test('a save of any file that can be loaded is a new build, any other is none', async () => {
  const { put, builder, outcome } = await watched(3);
  for (const file of ['app.cjs', 'lib/part.cjs', 'data/1.json']) {
    put(file, `// ${file}`);
    expect(await outcome()).toMatchObject({ kind: 'built' });
  }
  put('data/notes.txt', 'a note');
  builder.look();
  expect(await outcome()).toMatchObject({ kind: 'unchanged' });
});

test('of thousands of files only so many are looked at with each message, code first', async () => {
  const { folder, put, builder, outcome, stamped } = await watched(3_000);
  const paths = stamped();
  expect(paths.length).toBeLessThan(2_100);
  for (const file of ['app.cjs', 'lib', join('lib', 'part.cjs'), 'data'])
    expect(paths).toContain(join(folder, file));
  const beyond = Array.from({ length: 3_000 }, (_, at) => `data/${at}.json`).find(
    (file) => !paths.includes(join(folder, file)),
  )!;
  // Where everything is looked at, nothing else counts; where it isn't, a new or removed entry does.
  put('lib/notes.txt', 'a note');
  builder.look();
  expect(await outcome()).toMatchObject({ kind: 'unchanged' });
  put('data/notes.txt', 'a note');
  builder.look();
  expect(await outcome()).toMatchObject({ kind: 'built' });
  put(beyond, '{"saved":true}');
  expect(await outcome()).toMatchObject({ kind: 'built' });
  put('lib/part.cjs', '// saved');
  expect(await outcome()).toMatchObject({ kind: 'built' });
});
