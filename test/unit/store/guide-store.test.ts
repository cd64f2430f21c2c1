import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../../src/store/store-error';
import { GuideStore } from '../../../src/store/guide-store';
import { recordingLogger } from '../../support/records';
import { temporaryDirectory } from '../../support/temporary-directory';

let directory: string;
let file: string;
beforeEach(() => {
  directory = temporaryDirectory('toolwright-config');
  file = join(directory, 'config.yaml');
});

test('a file that is not there is empty, and is made with its directory', async () => {
  const store = new GuideStore({ directory: join(directory, 'a', 'b') });
  expect((await store.read()).data).toEqual({});
  await store.change((draft) => draft.set(['feature_flags', 'x'], true));
  expect(readFileSync(store.file, 'utf8')).toBe('feature_flags:\n  x: true\n');
});

test('an edit that comes while ours is made is merged, not overwritten', async () => {
  writeFileSync(file, 'feature_flags: {}\n');
  const store = new GuideStore({ directory });
  let turns = 0;
  await store.change((draft) => {
    if (++turns === 1) writeFileSync(file, 'feature_flags: {}\nby_hand: kept\n');
    draft.set(['feature_flags', 'x'], true);
  });
  expect(turns).toBe(2);
  expect((await store.read()).data).toEqual({ feature_flags: { x: true }, by_hand: 'kept' });
});

// Runs `write` in the moment between our rename and our last look at the file that it replaced.
async function onceReplaced(write: () => void): Promise<void> {
  const { ino } = statSync(file);
  while (statSync(file).ino === ino) await new Promise((resolve) => setImmediate(resolve));
  write();
}

test('lines added to the replaced file and to the new one at the same time are all kept', async () => {
  writeFileSync(file, 'feature_flags: {}\n');
  const opened = openSync(file, 'a');
  const both = onceReplaced(() => {
    writeSync(opened, 'late: 1\n');
    appendFileSync(file, 'newer: 2\n');
  });
  const store = new GuideStore({ directory });
  await store.change((draft) => draft.set(['feature_flags', 'x'], true));
  await both;
  closeSync(opened);
  expect((await store.read()).data).toEqual({ feature_flags: { x: true }, late: 1, newer: 2 });
});

test.each([
  ['that cannot be joined', 'feature_flags: {}\nmode: one\n'],
  ['that would give a broken file', 'feature_flags: {}\nmode: old\n}\n'],
])('what two changed at once in ways %s is kept beside the file', async (_ways, edited) => {
  writeFileSync(file, 'feature_flags: {}\nmode: old\n');
  const opened = openSync(file, 'r+');
  const both = onceReplaced(() => {
    writeSync(opened, edited, 0);
    writeFileSync(file, readFileSync(file, 'utf8').replace('old', 'two'));
  });
  const { log, lines } = recordingLogger();
  const store = new GuideStore({ directory, log });
  await store.change((draft) => draft.set(['feature_flags', 'x'], true));
  await both;
  closeSync(opened);
  expect((await store.read()).data).toEqual({ feature_flags: { x: true }, mode: 'two' });
  const aside = readdirSync(directory).find((name) => name.startsWith('config.yaml.edited-'))!;
  expect(readFileSync(join(directory, aside), 'utf8')).toBe(edited);
  expect(lines().join('\n')).toContain(aside);
});

test('a file that an editor is just writing in place is not read half', async () => {
  writeFileSync(file, 'feature_flags: { a: true }\nlast: 1\n');
  const store = new GuideStore({ directory });
  writeFileSync(file, 'feature_flags: ');
  const change = store.change((draft) => draft.set(['feature_flags', 'x'], true));
  await new Promise((resolve) => setTimeout(resolve, 10));
  writeFileSync(file, 'feature_flags: { a: true }\nlast: 2\n');
  await change;
  expect((await store.read()).data).toEqual({ feature_flags: { a: true, x: true }, last: 2 });
});

test('nothing is written when nothing changes', async () => {
  writeFileSync(file, 'feature_flags:   { a:   true }\n');
  const before = statSync(file, { bigint: true });
  const store = new GuideStore({ directory });
  await store.change((draft) => draft.set(['feature_flags', 'a'], true));
  await store.change((draft) => draft.remove(['feature_flags', 'b']));
  expect(statSync(file, { bigint: true }).ino).toBe(before.ino);
});

test('a link to the file stays a link, and its mode stays', async () => {
  const real = join(directory, 'dotfiles', 'guide.yaml');
  mkdirSync(join(directory, 'dotfiles'));
  writeFileSync(real, 'a: 1\n');
  chmodSync(real, 0o600);
  symlinkSync(real, file);
  const store = new GuideStore({ directory });
  await store.change((draft) => draft.set(['b'], 'two'));
  expect(readlinkSync(file)).toBe(real);
  expect(readFileSync(real, 'utf8')).toBe('a: 1\nb: two\n');
  expect(statSync(real).mode & 0o777).toBe(0o600);
});

test('line ends, comments inside changed entries and odd keys stay', async () => {
  writeFileSync(file, 'map:\r\n  # why\r\n  a: 1 # one\r\n  true: yes\r\n  12: x\r\n');
  const store = new GuideStore({ directory });
  await store.change((draft) => draft.set(['map'], { a: 'two', true: 'yes', 12: 'y' }));
  expect(readFileSync(file, 'utf8').replace(/\r\n/g, '\n')).toBe(
    'map:\n  # why\n  a: two # one\n  true: yes\n  12: y\n',
  );
  expect(readFileSync(file, 'utf8')).not.toMatch(/[^\r]\n/);
});

test.each([
  ['a: [1\n', 2],
  ['a: 1\na: 2\n', 2],
  ['a: 1\n\tb: 2\n', 2],
  ['- list\n', 1],
  ['x: 1\nfeature_flags: word\n', 2],
  ['a: 1\n---\nb: 2\n', 2],
  ['a: *nowhere\n', undefined],
])('%j is a problem that names its line, and stays as it is', async (text, line) => {
  writeFileSync(file, text);
  const store = new GuideStore({ directory });
  const problem = await store.change((draft) => draft.set(['x'], 1)).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StoreError);
  if (line !== undefined) expect((problem as StoreError).line).toBe(line);
  await expect(store.read()).rejects.toBeInstanceOf(StoreError);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('aliases that grow without end, pipes and huge files are problems, not hangs', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdefghi'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(10)}]`),
  ];
  writeFileSync(file, bomb.join('\n'));
  const store = new GuideStore({ directory });
  await expect(store.read()).rejects.toBeInstanceOf(StoreError);
  writeFileSync(file, `a: ${'x'.repeat(9 * 1024 * 1024)}\n`);
  await expect(store.read()).rejects.toBeInstanceOf(StoreError);
  rmSync(file);
  mkdirSync(file);
  await expect(store.read()).rejects.toBeInstanceOf(StoreError);
});

test('listeners hear of own and foreign changes until they stop', async () => {
  writeFileSync(file, 'a: 1\n');
  const store = new GuideStore({ directory });
  let heard: () => void = () => undefined;
  const next = (): Promise<void> => new Promise((resolve) => (heard = resolve));
  const stop = store.onChange(() => heard());
  await new Promise((resolve) => setTimeout(resolve, 50));
  let waiting = next();
  await store.change((draft) => draft.set(['a'], 2));
  await waiting;
  waiting = next();
  writeFileSync(file, 'a: 3\n');
  await waiting;
  stop();
});

test('a hundred changes at once in one server are all made', async () => {
  const store = new GuideStore({ directory });
  await Promise.all(
    Array.from({ length: 100 }, () =>
      store.change((draft) => draft.set(['count'], Number(draft.get(['count']) ?? 0) + 1)),
    ),
  );
  expect((await store.read()).data).toEqual({ count: 100 });
}, 60_000);

test('values that are shared through anchors are read, and never changed behind anybody’s back', async () => {
  const text = 'base: &base { a: true }\nfeature_flags: *base\nx: &on yes\ny: *on\n';
  writeFileSync(file, text);
  const store = new GuideStore({ directory });
  expect((await store.read()).data['feature_flags']).toEqual({ a: true });
  for (const path of [['feature_flags', 'b'], ['x']]) {
    await expect(store.change((draft) => draft.set(path, 'no'))).rejects.toMatchObject({
      kind: 'config_write_error',
    });
  }
  await expect(store.change((draft) => draft.remove(['base']))).rejects.toMatchObject({
    kind: 'config_write_error',
  });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
