import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pace } from '../../../src/base/paced-work';
import { Directory } from '../../../src/disk/open-directory';
import { lineMatcher } from '../../../src/files/line-matcher';
import type { SkipReason } from '../../../src/files/line-match';
import { ContentSearch } from '../../../src/files/search-content';
import { temporaryDirectory } from '../../support/temporary-directory';

const signal = new AbortController().signal;

// Searches what stands where a walk has seen a file.
async function searchedAs(directory: Directory, name: string, content: string, ignoreCase = false) {
  const matcher = await lineMatcher(content, { regex: false, ignoreCase }, signal);
  const skipped: SkipReason[] = [];
  const found: string[] = [];
  const turn = {
    pace: new Pace(10_000, signal),
    from: 0,
    longest: 500,
    leaveOut: (why: SkipReason) => void skipped.push(why),
    pause: () => undefined,
  };
  const entry = { name, path: name, kind: 'file' as const, directory };
  for await (const { text } of new ContentSearch(matcher).search(entry, turn) ?? []) found.push(text);
  return { found, skipped };
}

describe('what was put in the place of a file since it was seen', () => {
  const root = temporaryDirectory('tw-search');
  let directory: Directory;
  beforeAll(async () => void (directory = await Directory.open(root)));
  afterAll(() => directory.close());

  test('a directory is not searched', async () => {
    mkdirSync(join(root, 'directory'));
    expect(await searchedAs(directory, 'directory', 'x')).toEqual({ found: [], skipped: ['unreadable'] });
  });

  test('a pipe is not read, also if somebody writes to it', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const writer = spawn('sh', ['-c', `echo secret > '${join(root, 'pipe')}'; sleep 5`], { stdio: 'ignore' });
    try {
      // The writer waits for a reader, and may have come too late for the first ones.
      for (let time = 0; time < 20; time++) {
        const { found, skipped } = await searchedAs(directory, 'pipe', 'secret');
        expect({ found, skipped }).toEqual({ found: [], skipped: ['unreadable'] });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      writer.kill('SIGKILL');
      rmSync(join(root, 'pipe'));
    }
  });
});

// Only an administrator can make devices, so the one of the system stands where the walk has seen a file.
describe.each(['/dev/zero', '/dev/null'])('%s in the place of a file', (device) => {
  const entered = { at: () => device } as unknown as Directory;

  test.each(['\0', 'x', ''])(
    'nothing is found in it or reported of it, whatever is wanted (%j)',
    async (wanted) => {
      expect(await searchedAs(entered, 'file', wanted)).toEqual({ found: [], skipped: [] });
    },
  );
});

test.each([511, 512, 4096, 65_536, 262_143, 262_144, 262_145, 600_000])(
  'a file of %i bytes is searched to its end',
  async (size) => {
    const root = temporaryDirectory('tw-search');
    writeFileSync(join(root, 'file'), `${'x'.repeat(size - 7)}\nwanted`);
    const directory = await Directory.open(root);
    expect(await searchedAs(directory, 'file', 'wanted')).toEqual({ found: ['wanted'], skipped: [] });
    await directory.close();
  },
);

// Some letters beyond ASCII are letters of ASCII in lower case.
test.each([
  ['KEY_42', ['a key_42', 'a Key_42', 'a \u212Aey_42']],
  ['_42', ['a key_42', 'a Key_42', 'a \u212Aey_42', 'other_42 \u00e9']],
  ['\u00c9_42', ['\u00e9_42 too']],
  ['NO_42', []],
])('in any case, %s is found in the lines that hold it in lower case', async (wanted, expected) => {
  const root = temporaryDirectory('tw-search');
  const lines = [
    'a key_42',
    'a key 42',
    'a Key_42',
    'a \u212Aey_42',
    'other_42 \u00e9',
    '\u00e9_42 too',
    'ke_y42',
  ];
  writeFileSync(join(root, 'file'), lines.join('\n'));
  const directory = await Directory.open(root);
  const { found } = await searchedAs(directory, 'file', wanted, true);
  const all = lines.filter((line) => line.toLowerCase().includes(wanted.toLowerCase()));
  expect(found).toEqual(all);
  expect(all).toEqual(expect.arrayContaining(expected));
  await directory.close();
});

test.each([
  ['an image', Buffer.from('GIF89a needle')],
  ['a sound', Buffer.from('RIFF    WAVEneedle')],
  ['what holds a NUL', Buffer.from('a needle\0')],
])('%s is binary, and not searched', async (_, bytes) => {
  const root = temporaryDirectory('tw-search');
  writeFileSync(join(root, 'file'), bytes);
  const directory = await Directory.open(root);
  expect(await searchedAs(directory, 'file', 'needle')).toEqual({ found: [], skipped: ['binary'] });
  await directory.close();
});
