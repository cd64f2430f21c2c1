import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectSchema } from '../../src/base/json-schema';
import manifest from '../../src/generated/manifest.json';
import { allPages, anchorsOf, docsPages, linksOf, readPage as read } from '../support/pages';

const root = join(__dirname, '..', '..');
const modules = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));

test.each([
  ['tools', '@Tool('],
  ['prompts', '@Prompt('],
])('G29 every class in src/%s points to the authoring template', (room, decorator) => {
  const classes = modules(`src/${room}`).filter((name) => read(`src/${room}/${name}`).includes(decorator));
  expect(classes.length).toBeGreaterThan(2);
  for (const name of classes) {
    expect([name, read(`src/${room}/${name}`).includes(`src/${room}/README.md`)]).toEqual([name, true]);
  }
});

test('G29 documentation uses bare tool names', () => {
  const pages = [...allPages(), 'CHANGELOG.md', 'llms.txt'];
  const prefixed = new RegExp(`\\bguide_(?:${manifest.tools.map((tool) => tool.name).join('|')})\\b`);
  for (const page of pages) {
    // The one place where the prefix itself is the subject may show it.
    const lines = read(page)
      .split('\n')
      .filter((line) => prefixed.test(line) && !/prefix|on the wire|exposed name/i.test(line));
    expect([page, lines]).toEqual([page, []]);
  }
});

test('G9 every built-in description begins with a line of at most 50 characters', () => {
  for (const tool of manifest.tools)
    expect([tool.name, tool.summary.split('\n')[0]!.length <= 50]).toEqual([tool.name, true]);
});

test('G8 every property of every built-in tool has a description, and every schema is closed', () => {
  for (const tool of manifest.tools) {
    const schema = tool.inputSchema as unknown as ObjectSchema;
    expect([tool.name, schema.additionalProperties]).toEqual([tool.name, false]);
    for (const [name, property] of Object.entries(schema.properties)) {
      expect([tool.name, name, Boolean(property.description?.trim())]).toEqual([tool.name, name, true]);
    }
  }
});

test('links lead to files and headings that exist', () => {
  for (const page of [...allPages(), 'llms.txt']) {
    for (const { file, anchor } of linksOf(page)) {
      expect([page, file, existsSync(join(root, file))]).toEqual([page, file, true]);
      if (anchor)
        expect([page, file, [...anchorsOf(read(file))]]).toEqual([
          page,
          file,
          expect.arrayContaining([anchor]),
        ]);
    }
  }
});

test('the index names every page once, and llms.txt is made from it', () => {
  const named = linksOf('docs/README.md').map(({ file }) => file);
  const pages = docsPages().filter((page) => page !== 'docs/README.md');
  expect(named.filter((file) => file.startsWith('docs/')).sort()).toEqual(pages);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/write-llms.mjs', '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each([
  ['toolwright', () => import('../../src/index.js')],
  ['toolwright/embed', () => import('../../src/embed.js')],
  ['toolwright/mtdf', () => import('../../src/mtdf/index.js')],
  ['toolwright/testing', () => import('../../src/testing/index.js')],
])('every value that %s exports is explained in a page besides the API reference', async (_entry, load) => {
  const texts = ['README.md', ...docsPages()]
    .filter((page) => page !== 'docs/api.md')
    .map((page) => read(page));
  const silent = Object.keys(await load()).filter(
    (name) => !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text)),
  );
  expect(silent).toEqual([]);
});

test('every test that a page names as proof is there and tests something', () => {
  const named = docsPages().flatMap((page) =>
    [...read(page).matchAll(/`((?:[\w./-]+\/)?[\w-]+\.test\.ts)`/g)].map(([, file]) => ({
      page,
      file: file!,
    })),
  );
  expect(named.length).toBeGreaterThan(30);
  for (const { page, file } of named) {
    // The table of promises names files relative to test/security.
    const path = file.startsWith('test/') ? file : join('test/security', file);
    expect([page, path, existsSync(join(root, path))]).toEqual([page, path, true]);
    expect([path, /\bexpect\(/.test(read(path))]).toEqual([path, true]);
  }
});

test('every promise of the policy names the test that proves it', () => {
  const table = /\| promise \| test[^\n]*\n\|---\|---\|\n((?:\|[^\n]*\n)+)/.exec(read('docs/policy.md'))![1]!;
  const rows = table.trim().split('\n');
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) expect(row).toMatch(/\| `[\w./-]+\.test\.ts`[^|]*\|$/);
});
