import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Logger, type LogRecord } from '../../src/embed';
import { legacyTest } from '../support/connect';
import { GuideHome, openGuide } from '../support/guide';

let home: GuideHome;
beforeEach(() => (home = new GuideHome()));

const withRoots = (...uris: string[]) => ({
  capabilities: { roots: { listChanged: true } },
  prepare: (client: Parameters<NonNullable<NonNullable<Parameters<typeof openGuide>[1]>['prepare']>>[0]) =>
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: uris.map((uri) => ({ uri })) })),
});

test('the project is the working directory, and two of one name never meet', async () => {
  const other = join(home.path, 'elsewhere', 'shop');
  mkdirSync(other, { recursive: true });
  const here = await openGuide(home);
  const there = await openGuide(home, { cwd: other });
  await here.call('set_project_flag', { feature_name: 'x', value: 'here' });
  await there.call('set_project_flag', { feature_name: 'x', value: 'there' });
  expect(await here.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'here',
  });
  const keys = ((await here.call('list_projects'))['value'] as { key: string; name: string }[]).map(
    ({ key, name }) => [key, name],
  );
  expect(keys).toEqual([
    [expect.stringMatching(/^shop-[0-9a-f]{8}$/), 'shop'],
    [expect.stringMatching(/^shop-[0-9a-f]{8}$/), 'shop'],
  ]);
  expect(keys[0]![0]).not.toBe(keys[1]![0]);
  const third = await openGuide(home, { cwd: home.configDir });
  expect(await third.call('set_project', { name: 'shop' })).toMatchObject({
    error_type: 'project_error',
    instruction: expect.stringContaining(keys[0]![0]!),
  });
  expect(await third.call('set_project', { name: keys[1]![0]! })).toMatchObject({
    success: true,
    value: { name: 'shop' },
  });
  expect(await third.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'there',
  });
  for (const server of [here, there, third]) await server.close();
});

legacyTest('the client’s first root that exists wins over the working directory', async () => {
  const root = join(home.path, 'from client');
  mkdirSync(root);
  const guide = await openGuide(
    home,
    withRoots(pathToFileURL(join(home.path, 'gone')).href, pathToFileURL(root).href),
  );
  expect((await guide.call('get_project'))['value']).toMatchObject({
    name: 'from-client',
    path: root,
    saved: false,
  });
  await guide.close();
});

legacyTest('roots that are no files are passed over', async () => {
  const root = join(home.path, 'beside');
  mkdirSync(root);
  const guide = await openGuide(home, withRoots('https://example.com/repo', pathToFileURL(root).href));
  expect((await guide.call('get_project'))['value']).toMatchObject({ name: 'beside', path: root });
  await guide.close();
  const remote = await openGuide(home, withRoots('vscode-vfs://github/o/r'));
  expect((await remote.call('get_project'))['value']).toMatchObject({ name: 'shop', path: home.cwd });
  await remote.close();
});

test('`@guide :project` shows the project, and with a name chooses one', async () => {
  const guide = await openGuide(home);
  const said = async (...words: string[]): Promise<Record<string, unknown>> => {
    const args = Object.fromEntries(words.map((word, index) => [`arg${index + 1}`, word]));
    const { messages } = await guide.client.getPrompt({ name: 'guide', arguments: args });
    return JSON.parse((messages[0]!.content as { text: string }).text) as Record<string, unknown>;
  };
  const shown = await said(':project');
  expect(shown).toMatchObject({ success: true, value: { name: 'shop', saved: false } });
  expect(shown['value']).not.toHaveProperty('project_flags');
  expect(await said(':project', 'other', '--create')).toMatchObject({
    success: true,
    value: { name: 'other' },
  });
  expect((await guide.call('get_project'))['value']).toMatchObject({ name: 'other', saved: true });
  expect((await said(':project', '--verbose'))['value']).toMatchObject({ name: 'other', project_flags: {} });
  await guide.close();
});

test('without a project the answer is no_project with an instruction, until one is chosen', async () => {
  const guide = await openGuide(home, { cwd: '/' });
  const calls: [string, Record<string, unknown>][] = [
    ['get_project', {}],
    ['set_project_flag', { feature_name: 'x' }],
    ['list_project_flags', {}],
    ['category_list', {}],
    ['category_add', { name: 'docs' }],
    ['collection_list', {}],
    ['get_content', { expression: 'docs' }],
    ['create_document', { category_dir: 'docs', name: 'a', content: '', explicit_action: 'CREATE_DOCUMENT' }],
  ];
  for (const [tool, args] of calls) {
    expect(await guide.call(tool, args)).toMatchObject({
      success: false,
      error_type: 'no_project',
      instruction: expect.stringContaining('set_project'),
    });
  }
  expect(await guide.call('set_feature_flag', { feature_name: 'x' })).toMatchObject({ success: true });
  expect(await guide.call('set_project', { name: 'roaming', create: true })).toMatchObject({
    success: true,
    value: { name: 'roaming', saved: true },
  });
  expect(await guide.call('set_project_flag', { feature_name: 'x', value: 'y' })).toMatchObject({
    success: true,
  });
  expect((await guide.call('list_project', { name: 'roaming', verbose: true }))['value']).toMatchObject({
    project_flags: { x: 'y' },
  });
  expect(await guide.call('set_project', { name: 'no good' })).toMatchObject({ error_type: 'invalid_name' });
  expect(await guide.call('list_project', { name: 'gone' })).toMatchObject({ error_type: 'not_found' });
  await guide.close();
});

test('sessions of one server each have their own project', async () => {
  const first = await openGuide(home);
  await first.call('set_project', { name: 'one', create: true });
  const second = await openGuide(home);
  expect((await second.call('get_project'))['value']).toMatchObject({ name: 'shop' });
  expect((await first.call('get_project'))['value']).toMatchObject({ name: 'one' });
  await first.close();
  await second.close();
});

test('a clone merges, keeps what the target has, and replaces only by force', async () => {
  const guide = await openGuide(home);
  await guide.call('category_add', { name: 'docs', dir: 'docs' });
  await guide.call('category_add', { name: 'lang', dir: 'lang', patterns: ['*.md'] });
  await guide.call('set_project_flag', { feature_name: 'x', value: 'from' });
  await guide.call('set_project', { name: 'target', create: true });
  await guide.call('category_add', { name: 'docs', dir: 'other' });
  expect((await guide.call('clone_project', { from_project: 'shop' }))['value']).toMatchObject({
    copied: 2,
    kept: ['categories/docs'],
    removed: 0,
  });
  const now = async () => (await guide.call('get_project', { verbose: true }))['value'];
  expect(await now()).toMatchObject({
    categories: { docs: { dir: 'other/' }, lang: { dir: 'lang/' } },
    project_flags: { x: 'from' },
  });
  expect(await guide.call('clone_project', { from_project: 'shop', merge: false })).toMatchObject({
    error_type: 'safeguard_prevented',
  });
  expect(
    (await guide.call('clone_project', { from_project: 'shop', merge: false, force: true }))['value'],
  ).toMatchObject({ copied: 3, removed: 3 });
  expect(await now()).toMatchObject({ categories: { docs: { dir: 'docs/' } } });
  expect(await guide.call('clone_project', { from_project: 'shop', to_project: 'fresh' })).toMatchObject({
    success: true,
  });
  expect(await guide.call('clone_project', { from_project: 'nobody' })).toMatchObject({
    error_type: 'not_found',
  });
  await guide.close();
});

test('G26 the prompt’s way to a tool writes no "Tool called" line', async () => {
  const records: LogRecord[] = [];
  const log = new Logger('test', [{ wants: () => true, write: (record) => void records.push(record) }]);
  const guide = await openGuide(home, { log });
  home.document('docs/a.md', 'A');
  await guide.call('category_add', { name: 'docs' });
  const lines = (): string[] => records.map((record) => record.message).filter((text) => /^Tool /.test(text));
  expect(lines()).toContain('Tool called: category_add');
  const before = lines().length;
  const { messages } = await guide.client.getPrompt({ name: 'guide', arguments: { arg1: 'docs/a' } });
  expect((messages[0]!.content as { text: string }).text).toBe('{"success":true,"value":"A"}');
  expect(lines()).toHaveLength(before);
  await guide.close();
});
