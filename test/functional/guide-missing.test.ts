import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GuideHome, openGuide } from '../support/guide';

let home: GuideHome;
let guide: Awaited<ReturnType<typeof openGuide>>;

beforeEach(async () => {
  home = new GuideHome();
  home.document('coding/python.md', '# python\n');
  home.document('coding/deep/java.md', '# java\n');
  guide = await openGuide(home);
  await guide.call('category_add', { name: 'coding' });
});

afterEach(() => guide.close());

const content = (expression: string, pattern?: string) =>
  guide.call('get_content', { expression, ...(pattern !== undefined && { pattern }) });
const listed = async (category: string): Promise<string[]> => {
  const { value } = await guide.call('category_list_files', { category });
  return (value as { path: string }[]).map(({ path }) => path);
};
const said = async (...words: string[]): Promise<Record<string, unknown>> => {
  const args = Object.fromEntries(words.map((word, index) => [`arg${index + 1}`, word]));
  const { messages } = await guide.client.getPrompt({ name: 'guide', arguments: args });
  return JSON.parse((messages[0]!.content as { text: string }).text);
};

describe('where documents are', () => {
  test('a document root that does not exist is named, with what set it', async () => {
    writeFileSync(home.configFile, `docroot: /nowhere/docs\n${home.config}`);
    const answer = await content('coding');
    expect(answer).toMatchObject({ success: true, instruction: expect.stringContaining('the directory') });
    expect(answer['value']).toBe(
      `No matching content found for 'coding': the document root /nowhere/docs (docroot in ${home.configFile}) does not exist`,
    );
    expect((await guide.call('category_list_files', { category: 'coding' }))['message']).toContain(
      '/nowhere/docs',
    );
    expect(await guide.call('get_project')).toMatchObject({
      value: { docroot: '/nowhere/docs' },
      message: expect.stringContaining('does not exist'),
    });
  });

  test('a document root that is a file is named as such', async () => {
    writeFileSync(join(home.path, 'file'), '');
    writeFileSync(home.configFile, `docroot: ${join(home.path, 'file')}\n${home.config}`);
    expect((await content('coding'))['value']).toContain(`${join(home.path, 'file')} (`);
    expect((await content('coding'))['value']).toContain('is not a directory');
  });

  test('a category without its directory is named, and so is where nothing matched', async () => {
    rmSync(join(home.docroot, 'coding'), { recursive: true });
    expect((await content('coding'))['value']).toContain(
      `the directory of category 'coding', ${join(home.docroot, 'coding')}, does not exist`,
    );
    mkdirSync(join(home.docroot, 'coding'));
    expect(await content('coding')).toMatchObject({
      value: "No matching content found for 'coding'",
      message: `Looked in ${join(home.docroot, 'coding')}.`,
    });
  });
});

describe('each document once', () => {
  test.each(['b-link', 'z-link'])('a directory link (%s) repeats nothing', async (name) => {
    symlinkSync('deep', join(home.docroot, 'coding', name));
    expect(await listed('coding')).toEqual(['deep/java.md', 'python.md']);
    expect((await content('coding'))['value']).toBe('# java\n\n# python\n');
    expect((await content(`coding/${name}/*`))['value']).toBe('# java\n');
    const { resources } = await guide.client.listResources();
    expect(resources).toHaveLength(2);
  });

  test('links to the parent, to each other and to themselves repeat nothing', async () => {
    const at = (...parts: string[]): string => join(home.docroot, ...parts);
    for (let folder = 0; folder < 6; folder++) home.document(`coding/f${folder}/x.md`, `${folder}`);
    for (let folder = 0; folder < 6; folder++) symlinkSync('..', at('coding', `f${folder}`, 'up'));
    symlinkSync(at('coding', 'f1'), at('coding', 'f0', 'next'));
    symlinkSync(at('coding', 'f0'), at('coding', 'f1', 'next'));
    expect(await listed('coding')).toHaveLength(8);
    home.document('other/y.md', 'y');
    symlinkSync(home.docroot, at('coding', 'f0', 'top'));
    expect((await listed('coding')).sort()).toEqual(
      [
        'deep/java.md',
        'f0/top/other/y.md',
        ...[0, 1, 2, 3, 4, 5].map((folder) => `f${folder}/x.md`),
        'python.md',
      ].sort(),
    );
  });

  test('two categories that lead to one directory, and two names of one file, give it once', async () => {
    symlinkSync('coding', join(home.docroot, 'same'));
    await guide.call('category_add', { name: 'same' });
    expect((await content('coding/python,same/python'))['value']).toBe('# python\n');
    linkSync(join(home.docroot, 'coding', 'python.md'), join(home.docroot, 'coding', 'snake.md'));
    expect((await content('coding/python+snake'))['value']).toBe('# python\n');
  });
});

describe('partial answers say what is missing', () => {
  test.each([
    ['coding/python+cobol', 'Nothing found for coding/cobol.'],
    ['coding/cobol+python+fortran', 'Nothing found for coding/cobol, coding/fortran.'],
    ['coding/python,empty', 'Nothing found for empty.'],
    ['coding/python,coding/nothing/', 'Nothing found for coding/nothing/.'],
    ['both/python', undefined],
    ['both/python+cobol', 'Nothing found for both/cobol.'],
    ['own', 'Nothing found for coding/cobol.'],
  ])('%s: %s', async (expression, note) => {
    mkdirSync(join(home.docroot, 'empty'));
    await guide.call('category_add', { name: 'empty' });
    await guide.call('collection_add', { name: 'both', categories: ['coding', 'empty'] });
    await guide.call('collection_add', { name: 'own', categories: ['coding/python+cobol'] });
    const answer = await content(expression);
    expect(answer['value']).toBe('# python\n');
    expect(answer['message']).toBe(note);
  });

  test('a file that cannot be read does not fail the others', async () => {
    execFileSync('mkfifo', [join(home.docroot, 'coding', '_pipe')]);
    symlinkSync('_pipe', join(home.docroot, 'coding', 'pipe.md'));
    expect(await content('coding')).toMatchObject({
      success: true,
      value: '# java\n\n# python\n',
      message: 'Note: coding/pipe.md cannot be read (EINVAL).',
    });
    expect(await content('coding/pipe')).toMatchObject({
      success: false,
      error_type: 'file_read_error',
      error: 'coding/pipe.md cannot be read (EINVAL)',
    });
  });

  test('a category that leads out of the root does not fail the others', async () => {
    mkdirSync(join(home.path, 'outside'));
    writeFileSync(join(home.path, 'outside', 'x.md'), 'secret');
    symlinkSync(join(home.path, 'outside'), join(home.docroot, 'away'));
    await guide.call('category_add', { name: 'away' });
    const answer = await content('away,coding/python');
    expect(answer['value']).toBe('# python\n');
    expect(answer['message']).toContain('outside the document root');
  });

  test('a plus between names is explained', async () => {
    const answer = await content('coding+cobol');
    expect(answer).toMatchObject({ success: false, error_type: 'not_found' });
    expect(answer['instruction']).toContain('separate names with commas');
  });

  test('the prompt refuses an option it does not know', async () => {
    const typo = await said('coding', '--patern=python');
    expect(typo).toMatchObject({ success: false, error: 'Unknown option: --patern' });
    expect(typo['instruction']).toContain('Did you mean --pattern?');
    expect(await said('coding', '--pattern')).toMatchObject({ success: false });
    expect(await said('coding', '--pattern=python')).toMatchObject({ value: '# python\n' });
  });
});

describe('a media type follows the extension', () => {
  test.each([
    ['rules.md', 'a: 1\nb: 2\n', 'text/markdown'],
    ['data.yaml', '# A heading\n', 'application/yaml'],
    ['notes.txt', '{"a": 1}', 'text/plain'],
    ['README', '# Heading\n', 'text/markdown'],
  ])('%s', async (name, text, type) => {
    home.document(`coding/${name}`, text);
    const { contents } = await guide.client.readResource({ uri: `guide://coding/${name}` });
    expect(contents[0]!.mimeType).toBe(type);
    await guide.call('set_project_flag', { feature_name: 'content-format', value: 'mime' });
    expect((await content(`coding/${name}`))['value']).toContain(`Content-Type: ${type}\r\n`);
  });
});

describe('documents that nobody would find, and changes that are undone', () => {
  const write = (tool: 'create' | 'update', name: string, text: string) =>
    guide.call(`${tool}_document`, {
      category_dir: 'notes',
      name,
      content: text,
      explicit_action: `${tool.toUpperCase()}_DOCUMENT`,
    });
  const restore = () => guide.call('restore_document', { category_dir: 'notes', name: 'a.md' });
  const file = (): string => join(home.docroot, 'n', 'a.md');

  test('a name outside the patterns of the category is refused, with the cure', async () => {
    await guide.call('category_add', { name: 'notes', dir: 'n', patterns: ['*.md', 'sub/**/*.txt'] });
    const refused = await write('create', 'plan.txt', 'x');
    expect(refused).toMatchObject({ success: false, error_type: 'invalid_name' });
    expect(refused['error']).toContain('*.md, sub/**/*.txt');
    expect(refused['instruction']).toContain('category_update');
    expect(existsSync(join(home.docroot, 'n'))).toBe(false);
    for (const name of ['plan', 'plan.md', 'sub/deep/plan.txt'])
      expect(await write('create', name === 'plan' ? 'first' : name, 'x')).toMatchObject({ success: true });
    expect(await listed('notes')).toEqual(['first.md', 'plan.md', 'sub/deep/plan.txt']);
  });

  test('an update is undone and redone; after a deletion the last version comes back first', async () => {
    await guide.call('category_add', { name: 'notes', dir: 'n' });
    await write('create', 'a', 'one');
    expect((await write('update', 'a', 'two'))['message']).toContain('restore_document brings');
    expect(await restore()).toMatchObject({ success: true, message: expect.stringContaining('again') });
    expect(readFileSync(file(), 'utf8')).toBe('one');
    await restore();
    expect(readFileSync(file(), 'utf8')).toBe('two');
    await guide.call('delete_document', {
      category_dir: 'notes',
      name: 'a',
      explicit_action: 'DELETE_DOCUMENT',
    });
    await restore();
    expect(readFileSync(file(), 'utf8')).toBe('two');
    await restore();
    expect(readFileSync(file(), 'utf8')).toBe('one');
  });
});

describe('projects and their documents', () => {
  test('a new category belongs to its project alone, unless it names a directory', async () => {
    const other = join(home.path, 'other');
    mkdirSync(other);
    const there = await openGuide(home, { cwd: other });
    const added = await guide.call('category_add', { name: 'notes' });
    expect(added['message']).toMatch(/^Its documents are in .*\/docs\/projects\/shop-[0-9a-f]{8}\/notes\.$/);
    await guide.call('create_document', {
      category_dir: 'notes',
      name: 'secret',
      content: 'of shop',
      explicit_action: 'CREATE_DOCUMENT',
    });
    await there.call('category_add', { name: 'notes' });
    expect((await there.call('get_content', { expression: 'notes' }))['value']).toContain('No matching');
    expect((await content('notes'))['value']).toBe('of shop');
    expect((await there.call('category_add', { name: 'coding' }))['message']).toMatch(
      /Shared: the same directory is used by shop-[0-9a-f]{8}\.$/,
    );
    const created = await there.call('create_document', {
      category_dir: 'coding',
      name: 'go',
      content: 'go',
      explicit_action: 'CREATE_DOCUMENT',
    });
    expect(created['message']).toMatch(/^Created coding\/go\.md Shared: .*used by shop-/);
    await there.close();
  });

  test('a clone never shares documents by accident', async () => {
    await guide.call('category_add', { name: 'notes' });
    const cloned = await guide.call('clone_project', { from_project: 'shop', to_project: 'next' });
    expect(cloned['message']).toContain('Documents are not copied');
    const { value } = await guide.call('list_project', { name: 'next', verbose: true });
    expect(value).toMatchObject({
      categories: {
        notes: { dir: expect.stringMatching(/^projects\/next-\w+\/notes\/$/) },
        coding: { dir: 'coding/' },
      },
    });
  });

  test('a mistyped project is refused with a suggestion, and a new one can be removed', async () => {
    await guide.call('set_project', { name: 'website', create: true });
    const typo = await guide.call('set_project', { name: 'wesbite' });
    expect(typo).toMatchObject({ success: false, error_type: 'not_found' });
    expect(typo['instruction']).toContain('Did you mean: website?');
    expect(typo['instruction']).toContain('create=true');
    expect((await said(':project', 'nowhere'))['error_type']).toBe('not_found');
    expect(home.config).not.toContain('wesbite');
    const made = await said(':project', 'wesbite', '--create');
    expect(made).toMatchObject({ success: true, message: expect.stringContaining('remove_project') });
    expect(await guide.call('remove_project', { name: 'wesbite' })).toMatchObject({
      error_type: 'validation_error',
    });
    const gone = await guide.call('remove_project', {
      name: 'wesbite',
      explicit_action: 'REMOVE_PROJECT',
    });
    expect(gone).toMatchObject({ success: true, value: { name: 'wesbite' } });
    expect(home.config).not.toContain('wesbite');
    expect((await guide.call('get_project'))['value']).toMatchObject({ name: 'shop' });
    expect(
      await guide.call('remove_project', { name: 'wesbite', explicit_action: 'REMOVE_PROJECT' }),
    ).toMatchObject({ error_type: 'not_found' });
  });
});
