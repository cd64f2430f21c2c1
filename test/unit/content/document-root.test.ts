import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuideStore } from '../../../src/store/guide-store';
import { DocumentRoot, OutsideRootError } from '../../../src/content/document-root';
import { DocumentStore } from '../../../src/content/documents';
import { ContentLibrary } from '../../../src/content/document-library';
import { searchFiles } from '../../../src/content/search-documents';
import { rounds } from '../../support/rounds';
import { temporaryDirectory } from '../../support/temporary-directory';

let directory: string;
let root: DocumentRoot;
beforeEach(() => {
  directory = temporaryDirectory('toolwright-root');
  mkdirSync(join(directory, 'root', 'a', 'b'), { recursive: true });
  mkdirSync(join(directory, 'outside'));
  writeFileSync(join(directory, 'outside', 'x.md'), 'secret');
  writeFileSync(join(directory, 'root', 'a', 'x.md'), 'inside');
  root = new DocumentRoot(join(directory, 'root'));
});

const text = async (...parts: string[]) => (await root.read(parts, 100))?.bytes.toString();

test('files are read, what is missing is undefined', async () => {
  expect(await text('a', 'x.md')).toBe('inside');
  expect(await text('a', 'y.md')).toBeUndefined();
  expect(await text('nope', 'x.md')).toBeUndefined();
  expect(await text('a')).toBeUndefined();
  expect(await text('a', 'x.md', 'z')).toBeUndefined();
});

test('names that are paths are refused', async () => {
  for (const parts of [
    ['..', 'outside', 'x.md'],
    ['a/../../outside', 'x.md'],
    ['a', '../x.md'],
    ['', 'x.md'],
    ['a', 'x.md\0'],
  ]) {
    await expect(root.read(parts, 100)).rejects.toBeInstanceOf(OutsideRootError);
  }
});

test('links inside are followed, links out are refused, broken and circular ones are nothing', async () => {
  const at = (...parts: string[]): string => join(directory, 'root', ...parts);
  symlinkSync('x.md', at('a', 'same.md'));
  symlinkSync(at('a'), at('other'));
  symlinkSync('../../outside/x.md', at('a', 'out.md'));
  symlinkSync(join(directory, 'outside'), at('away'));
  symlinkSync('nowhere', at('broken'));
  symlinkSync('circle', at('circle'));
  symlinkSync(at('away', 'x.md'), at('twice.md'));
  expect(await text('a', 'same.md')).toBe('inside');
  expect(await text('other', 'x.md')).toBe('inside');
  expect(await text('broken')).toBeUndefined();
  expect(await text('circle', 'x.md')).toBeUndefined();
  for (const parts of [['a', 'out.md'], ['away', 'x.md'], ['twice.md']]) {
    await expect(root.read(parts, 100)).rejects.toBeInstanceOf(OutsideRootError);
  }
  await expect(root.makeFolder(['away', 'new'])).rejects.toBeInstanceOf(OutsideRootError);
});

test('pipes and directories are never opened for reading', async () => {
  spawnSync('mkfifo', [join(directory, 'root', 'a', 'pipe.md')]);
  await expect(root.read(['a', 'pipe.md'], 100)).rejects.toThrow('not a regular file');
  const { paths } = await searchFiles(root, ['a'], '*');
  expect(paths).toEqual([['x.md']]);
});

test('a folder that is swapped for a link out all the time never gives what is outside', async () => {
  const program = join(__dirname, '..', '..', 'fixtures', 'swap-link.cjs');
  const child = spawn(process.execPath, [program, join(directory, 'root', 'a'), join(directory, 'outside')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const seen = new Map<string, number>();
  const count = (key: string): unknown => seen.set(key, (seen.get(key) ?? 0) + 1);
  for (let turn = 0; turn < 3_000; turn++) {
    await text('a', 'x.md').then(
      (found) => count(found ?? 'nothing'),
      (error: unknown) => count((error as Error).name),
    );
    if (turn % 10 === 0) {
      const hits = await searchFiles(root, ['a'], '**/*').catch(() => ({ paths: [] }));
      for (const path of hits.paths)
        expect((await text('a', ...path).catch(() => 'refused')) ?? 'nothing').not.toBe('secret');
    }
  }
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(seen.get('secret')).toBeUndefined();
  expect(seen.get('inside')).toBeGreaterThan(0);
  expect(seen.size).toBeGreaterThan(1);
});

test('documents are never written through a folder that was swapped for a link out', async () => {
  const program = join(__dirname, '..', '..', 'fixtures', 'swap-link.cjs');
  const outside = join(directory, 'outside');
  const child = spawn(process.execPath, [program, join(directory, 'root', 'a'), outside], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  const library = new ContentLibrary(new GuideStore({ directory }), { docroot: join(directory, 'root') });
  const documents = new DocumentStore(library);
  const where = { name: 'a', category: { dir: 'a/', patterns: [] } };
  let written = 0;
  for (let turn = 0; turn < rounds(80, 600); turn++) {
    const answer = await documents.update(where, 'x.md', `${turn}`).catch(() => undefined);
    if (answer?.success) written++;
  }
  child.kill('SIGKILL');
  await closed;
  expect(written).toBeGreaterThan(0);
  expect(readdirSync(outside)).toEqual(['x.md']);
  expect(readFileSync(join(outside, 'x.md'), 'utf8')).toBe('secret');
});

test('searching: depth, limit, order, extensions and hidden names', async () => {
  const at = (...parts: string[]): string => join(directory, 'root', ...parts);
  for (let index = 0; index < 120; index++)
    writeFileSync(at('a', 'b', `n${String(index).padStart(3, '0')}.md`), '');
  const many = await searchFiles(root, ['a'], 'b/*');
  expect(many.paths).toHaveLength(100);
  expect(many.more).toBe(true);
  expect(many.paths[99]).toEqual(['b', 'n099.md']);
  const deep = Array.from({ length: 12 }, (_, index) => `d${index}`);
  mkdirSync(at(...deep), { recursive: true });
  writeFileSync(at(...deep.slice(0, 8), 'in.md'), '');
  writeFileSync(at(...deep, 'deep.md'), '');
  expect(
    (await searchFiles(root, [], '**/*.md', { limit: 1_000 })).paths
      .map((path) => path.join('/'))
      .filter((path) => path.startsWith('d0')),
  ).toEqual(['d0/d1/d2/d3/d4/d5/d6/d7/in.md']);
  writeFileSync(at('a', 'x'), 'bare');
  expect((await searchFiles(root, ['a'], 'x')).paths).toEqual([['x']]);
  expect((await searchFiles(root, ['a'], 'b/n00')).paths).toEqual([]);
  expect((await searchFiles(root, ['a'], 'b/n000')).paths).toEqual([['b', 'n000.md']]);
  expect((await searchFiles(root, ['a'], '**/**/**/n00?')).paths).toHaveLength(10);
  expect((await searchFiles(root, ['nowhere'], '**')).paths).toEqual([]);
  linkSync(at('a', 'x.md'), at('a', '_hidden.md'));
  expect((await searchFiles(root, ['a'], '_hidden.md')).paths).toEqual([]);
});
