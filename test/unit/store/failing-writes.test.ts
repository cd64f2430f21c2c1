import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentStore } from '../../../src/content/documents';
import { ContentLibrary } from '../../../src/content/document-library';
import { GuideStore } from '../../../src/store/guide-store';
import { StoreError } from '../../../src/store/store-error';
import { TrustStore } from '../../../src/trust/trust-store';
import { failingWrites, type FailingWrites } from '../../support/failing-writes';
import { temporaryDirectory } from '../../support/temporary-directory';

const CODES = ['ENOSPC', 'EIO', 'EACCES'];

interface Writing {
  /** The file that must never be half written. */
  file(directory: string): string;
  before(directory: string): Promise<void>;
  /** Writes once more; a failure is thrown. */
  write(directory: string): Promise<void>;
  /** The texts that the file may hold afterwards. */
  texts: readonly RegExp[];
}

const store = (directory: string): GuideStore => new GuideStore({ directory, lockWaitMs: 200 });
const documents = (directory: string): DocumentStore =>
  new DocumentStore(new ContentLibrary(store(directory), { docroot: join(directory, 'docs') }));
const NOTES = { name: 'notes', category: { dir: 'n/', patterns: [] } };

const WRITINGS: Record<string, Writing> = {
  'the store of flags and projects': {
    file: (directory) => join(directory, 'config.yaml'),
    before: async (directory) =>
      writeFileSync(join(directory, 'config.yaml'), '# mine\nfeature_flags:\n  a: old\n'),
    write: (directory) => store(directory).change((draft) => draft.set(['feature_flags', 'a'], 'new')),
    texts: [/^# mine\nfeature_flags:\n {2}a: old\n$/, /^# mine\nfeature_flags:\n {2}a: new\n$/],
  },
  'the store of trust': {
    file: (directory) => join(directory, 'trust.json'),
    before: (directory) =>
      new TrustStore(join(directory, 'trust.json')).trust('/a', new Map([['/a/x', 'x']]), new Date(0)),
    write: (directory) =>
      new TrustStore(join(directory, 'trust.json')).trust('/b', new Map([['/b/x', 'x']]), new Date(0)),
    texts: [/^\{[^}]*"\/a": \{[\s\S]*\}\n$/, /^\{[\s\S]*"\/a"[\s\S]*"\/b": \{[\s\S]*\}\n$/],
  },
  'a document': {
    file: (directory) => join(directory, 'docs', 'n', 'a.md'),
    before: async (directory) => void (await documents(directory).create(NOTES, 'a', 'old')),
    write: async (directory) => {
      const result = await documents(directory).update(NOTES, 'a', 'new');
      if (result.isFailure()) throw new Error(String(result.error));
    },
    texts: [/^old$/, /^new$/],
  },
};

describe.each(Object.entries(WRITINGS))('%s', (what, writing) => {
  let directory: string;
  let disk: FailingWrites;
  beforeEach(async () => {
    directory = temporaryDirectory('failing-writes');
    await writing.before(directory);
    disk = await failingWrites(directory);
  });
  afterEach(() => disk.restore());

  test('is whole after each step that can fail, and the next try works', async () => {
    disk.fail(-1, '');
    await writing.write(directory);
    const count = disk.steps.length;
    expect(disk.steps).toEqual(expect.arrayContaining(['open', 'write', 'sync', 'rename']));
    await writing.before(directory).catch(() => undefined);
    for (let nth = 0; nth < count; nth++) {
      for (const code of CODES) {
        disk.fail(-1, '');
        if (what !== 'a document') await writing.before(directory);
        disk.fail(nth, code);
        const failed = await writing.write(directory).then(
          () => undefined,
          (error: Error) => error,
        );
        const text = readFileSync(writing.file(directory), 'utf8');
        expect([disk.steps[nth], code, writing.texts.some((whole) => whole.test(text))]).toEqual([
          disk.steps[nth],
          code,
          true,
        ]);
        // Only what comes after the new version is in place may fail without a word.
        if (!failed) expect(text).toMatch(writing.texts[1]!);
        else if (what.startsWith('the store of flags')) {
          expect(failed).toBeInstanceOf(StoreError);
          expect(failed.message).toContain(writing.file(directory));
        } else expect(failed.message).toMatch(new RegExp(`${code}|cannot be opened; nothing was changed`));
      }
    }
    disk.fail(-1, '');
    await writing.write(directory);
    expect(readFileSync(writing.file(directory), 'utf8')).toMatch(writing.texts[1]!);
    const left = readdirSync(directory, { recursive: true }).filter((name) => String(name).endsWith('.tmp'));
    expect(left).toEqual([]);
  });
});
