import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { GuideHome, openGuide } from '../support/guide';

let home: GuideHome;
let guide: Awaited<ReturnType<typeof openGuide>>;

beforeEach(async () => {
  home = new GuideHome();
  guide = await openGuide(home);
  await guide.call('category_add', { name: 'notes', dir: 'docs' });
});

afterEach(async () => {
  await guide.close();
});

const create = {
  category_dir: 'docs',
  name: 'setup.md',
  content: '# Setup\n',
  explicit_action: 'CREATE_DOCUMENT',
};
const file = (): string => join(home.docroot, 'docs', 'setup.md');

test('G11 create_document needs its literal, says so, and writes nothing without it', async () => {
  const { tools } = await guide.client.listTools();
  const tool = tools.find(({ name }) => name === 'create_document')!;
  expect(tool.description).toContain('REQUIRES EXPLICIT USER INSTRUCTION');
  expect((tool.inputSchema.properties as Record<string, { const?: string }>)['explicit_action']!.const).toBe(
    'CREATE_DOCUMENT',
  );
  const { explicit_action: _left, ...without } = create;
  for (const args of [
    without,
    { ...create, explicit_action: 'create_document' },
    { ...create, explicit_action: 'DELETE_DOCUMENT' },
  ]) {
    expect(await guide.call('create_document', args)).toMatchObject({
      success: false,
      error_type: 'validation_error',
    });
    expect(existsSync(file())).toBe(false);
  }
  expect(await guide.call('create_document', create)).toMatchObject({
    success: true,
    value: { category: 'notes', name: 'setup.md', uri: 'guide://notes/setup.md', bytes: 8 },
  });
  expect(readFileSync(file(), 'utf8')).toBe('# Setup\n');
  expect(await guide.call('create_document', create)).toMatchObject({
    success: false,
    error_type: 'file_error',
  });
});

test('an answer that leaves something to do names the tool that does it', async () => {
  const hintOf = async (tool: string, args: Record<string, unknown>) => {
    const { instruction, message, error } = await guide.call(tool, args);
    return [instruction, message, error].join(' ');
  };
  const gone = { category_dir: 'docs', name: 'gone', content: '', explicit_action: 'UPDATE_DOCUMENT' };
  const removal = { category_dir: 'docs', name: 'setup.md', explicit_action: 'DELETE_DOCUMENT' };
  await guide.call('create_document', create);
  expect(await hintOf('create_document', create)).toContain('update_document replaces an existing document.');
  expect(await hintOf('update_document', gone)).toContain(
    'category_list_files lists the existing documents.',
  );
  expect(await hintOf('delete_document', removal)).toContain('; restore_document restores it.');
  expect(await hintOf('category_add', { name: 'notes' })).toContain('; use category_change to change it');
  expect(await hintOf('collection_remove', { name: 'x' })).toContain('none yet; collection_add creates one.');
  await guide.call('category_remove', { name: 'notes' });
  expect(await hintOf('category_remove', { name: 'x' })).toContain('none yet; category_add creates one.');
  expect(await hintOf('get_content', { expression: 'x' })).toContain('yet; category_add creates one.');
});

test('where the client can ask, the user is asked before anything is written', async () => {
  const answers = ['decline', 'accept'] as const;
  let asked = 0;
  const asking = await openGuide(home, {
    capabilities: { elicitation: {} },
    prepare: (client) =>
      client.setRequestHandler(ElicitRequestSchema, () => {
        const action = answers[asked++]!;
        return { action, ...(action === 'accept' && { content: { confirm: true } }) };
      }),
  });
  expect(await asking.call('create_document', create)).toMatchObject({ success: false });
  expect(existsSync(file())).toBe(false);
  const accepted = await asking.call('create_document', create);
  expect(asked).toBe(2);
  expect(accepted).toMatchObject({ success: true });
  expect(existsSync(file())).toBe(true);
  await asking.close();
});

test('update replaces, delete moves to the trash, restore undoes both and loses nothing', async () => {
  await guide.call('create_document', create);
  const { content: _text, ...named } = create;
  expect(
    await guide.call('update_document', { ...create, content: 'two', explicit_action: 'UPDATE_DOCUMENT' }),
  ).toMatchObject({ success: true });
  expect(readFileSync(file(), 'utf8')).toBe('two');
  expect(await guide.call('delete_document', { ...named, explicit_action: 'UPDATE_DOCUMENT' })).toMatchObject(
    { success: false },
  );
  expect(existsSync(file())).toBe(true);
  expect(await guide.call('delete_document', { ...named, explicit_action: 'DELETE_DOCUMENT' })).toMatchObject(
    { success: true },
  );
  expect(existsSync(file())).toBe(false);
  expect((await guide.call('get_content', { expression: 'notes/**/*' }))['value']).toContain(
    'No matching content',
  );
  writeFileSync(file(), 'another');
  const restored = await guide.call('restore_document', { category_dir: 'notes', name: 'setup' });
  expect(restored).toMatchObject({ success: true, message: expect.stringContaining('in the trash') });
  expect(readFileSync(file(), 'utf8')).toBe('two');
  await guide.call('restore_document', { category_dir: 'notes', name: 'setup' });
  expect(readFileSync(file(), 'utf8')).toBe('another');
  await guide.call('delete_document', { ...named, explicit_action: 'DELETE_DOCUMENT' });
  expect(await guide.call('restore_document', { category_dir: 'notes', name: 'setup' })).toMatchObject({
    success: true,
  });
  expect(readFileSync(file(), 'utf8')).toBe('another');
  await guide.call('delete_document', { ...named, explicit_action: 'DELETE_DOCUMENT' });
  expect(await guide.call('delete_document', { ...named, explicit_action: 'DELETE_DOCUMENT' })).toMatchObject(
    { error_type: 'not_found' },
  );
  expect(await guide.call('restore_document', { category_dir: 'notes', name: 'never' })).toMatchObject({
    error_type: 'not_found',
  });
});

test('documents are only written in managed categories, under the root, as documents', async () => {
  mkdirSync(join(home.path, 'outside'));
  mkdirSync(join(home.docroot, 'docs'), { recursive: true });
  symlinkSync(join(home.path, 'outside'), join(home.docroot, 'docs', 'out'));
  symlinkSync(join(home.path, 'outside', 'x.md'), join(home.docroot, 'docs', 'link.md'));
  const names = [
    '../x.md',
    '/tmp/x.md',
    'a/../../x.md',
    '.x.md',
    '_x.md',
    'a\\b.md',
    'x.sh',
    'config.yaml',
    'x.md\0.png',
    'out/x.md',
    'a//b.md',
    'a*.md',
    '..',
    'link.md',
  ];
  for (const name of names) {
    expect(await guide.call('create_document', { ...create, name })).toMatchObject({ success: false });
    expect(
      await guide.call('update_document', { ...create, name, explicit_action: 'UPDATE_DOCUMENT' }),
    ).toMatchObject({ success: false });
  }
  for (const category_dir of ['..', '.', '', 'other', '/etc', 'docs/../..']) {
    expect(await guide.call('create_document', { ...create, category_dir })).toMatchObject({
      success: false,
      error_type: 'not_found',
    });
  }
  expect(readdirSync(join(home.path, 'outside'))).toEqual([]);
  expect(readdirSync(join(home.docroot, 'docs')).sort()).toEqual(['link.md', 'out']);
});

test('a hundred creations of one name at once make one document, whole', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      guide.call('create_document', { ...create, content: `${index}`.repeat(5_000) }),
    ),
  );
  const made = answers.filter((answer) => answer['success']);
  expect(made).toHaveLength(1);
  const winner = answers.indexOf(made[0]!);
  expect(readFileSync(file(), 'utf8')).toBe(`${winner}`.repeat(5_000));
  expect(readdirSync(join(home.docroot, 'docs'))).toEqual(['setup.md']);
});

test('the examples of docs/content.md work as they stand, one after the other', async () => {
  const page = readFileSync('docs/content.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+_document)` \|.*\| `(\{.*\})` \|$/gm)];
  expect(rows.map(([, tool]) => tool)).toEqual([
    'create_document',
    'update_document',
    'delete_document',
    'restore_document',
  ]);
  for (const [, tool, args] of rows)
    expect(await guide.call(tool!, JSON.parse(args!))).toMatchObject({ success: true });
  expect(readFileSync(file(), 'utf8')).toContain('# New setup');
});
