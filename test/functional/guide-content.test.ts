import { mkdirSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNKNOWN_RESOURCE } from '../support/connect';
import { ListChanged, Updated } from '../support/notifications';
import { GuideHome, openGuide } from '../support/guide';

let home: GuideHome;
let guide: Awaited<ReturnType<typeof openGuide>>;

beforeEach(async () => {
  home = new GuideHome();
  for (const name of ['python', 'java', 'rust']) home.document(`languages/${name}.md`, `# ${name}\n`);
  home.document('languages/deep/more/zig.md', '# zig\n');
  home.document('docs/api.md', 'the api\n');
  home.document('docs/api/v1/auth.md', 'auth\n');
  home.document('guidelines/review.md', 'review\n');
  home.document('guidelines/style.md', 'style\n');
  guide = await openGuide(home);
  await guide.call('category_add', { name: 'lang', dir: 'languages', patterns: ['*.md'] });
  await guide.call('category_add', { name: 'docs' });
  await guide.call('category_add', { name: 'guidelines', patterns: ['review', 'style'] });
});

afterEach(async () => {
  await guide.close();
});

const content = async (expression: string, pattern?: string) =>
  guide.call('get_content', { expression, ...(pattern !== undefined && { pattern }) });

test('G19 a slash is the same as the pattern argument, byte for byte', async () => {
  const { client } = guide;
  const slash = await client.callTool({ name: 'get_content', arguments: { expression: 'lang/python' } });
  const two = await client.callTool({
    name: 'get_content',
    arguments: { expression: 'lang', pattern: 'python' },
  });
  expect(two).toEqual(slash);
  expect(await content('lang/python')).toEqual({ success: true, value: '# python\n' });
  expect(await content('lang,docs', 'api')).toEqual(await content('lang/api,docs/api'));
});

test('G20 several patterns give all that match any, each document once', async () => {
  expect(await content('lang/python+java+rust')).toEqual({
    success: true,
    value: '# python\n\n# java\n\n# rust\n',
  });
  expect(await content('lang/python+py*+*.md')).toEqual({
    success: true,
    value: '# python\n\n# java\n\n# rust\n',
  });
  expect(await content('lang/**/zig+deep/more/zig.md')).toEqual({ success: true, value: '# zig\n' });
});

test('G21 several categories are aggregated in the order of the expression', async () => {
  expect(await content('lang/python,docs/api,guidelines')).toEqual({
    success: true,
    value: '# python\n\nthe api\n\nreview\n\nstyle\n',
  });
  expect(await content(' guidelines ,, docs / api , lang/python ')).toEqual({
    success: true,
    value: 'review\n\nstyle\n\nthe api\n\n# python\n',
  });
  expect(await content('docs/api/v1/auth')).toEqual({ success: true, value: 'auth\n' });
});

test('G22 collections nest, pass patterns to members without their own, and cycles end', async () => {
  await guide.call('collection_add', { name: 'backend', categories: ['lang/python', 'docs'] });
  await guide.call('collection_add', { name: 'all', categories: ['backend', 'guidelines/review'] });
  expect(await content('all/api')).toEqual({ success: true, value: '# python\n\nthe api\n\nreview\n' });
  await guide.call('collection_update', { name: 'backend', add_categories: ['all'] });
  expect(await content('all/api')).toEqual({ success: true, value: '# python\n\nthe api\n\nreview\n' });
  expect(await guide.call('collection_add', { name: 'wrong', categories: ['nowhere/x'] })).toMatchObject({
    success: false,
    error: expect.stringContaining("'nowhere'"),
  });
});

test('G22 a name that is both is a collection at the top and a category inside a collection', async () => {
  await guide.call('collection_add', { name: 'docs', categories: ['guidelines/style', 'docs/api'] });
  expect(await content('docs')).toEqual({ success: true, value: 'style\n\nthe api\n' });
  expect(await guide.call('category_content', { expression: 'docs/api' })).toEqual({
    success: true,
    value: 'the api\n',
  });
});

test('G23 no match is a success with an instruction, an unknown name is not_found', async () => {
  expect(await content('lang/cobol')).toEqual({
    success: true,
    value: "No matching content found for 'lang/cobol'",
    message: `Looked in ${join(home.docroot, 'languages')}.`,
    instruction: expect.stringContaining('user'),
  });
  expect(await content('nowhere')).toMatchObject({
    success: false,
    error_type: 'not_found',
    error: 'Not found: nowhere',
  });
  writeFileSync(
    home.configFile,
    home.config.replace('    categories:', '    collections: { c: { categories: [gone] } }\n    categories:'),
  );
  expect(await content('c')).toMatchObject({
    error_type: 'not_found',
    error: "Not found: gone (referenced by collection 'c')",
  });
});

test('G24 patterns that leave the root are refused in every spelling, and tell the position', async () => {
  home.document('../secret.txt', 'outside');
  for (const pattern of [
    '../secret.txt',
    '/etc/passwd',
    'a/../../x',
    '..',
    '~/x',
    'C:/x',
    'a\\..\\b',
    '....//x',
    'x/..',
  ]) {
    const answer = await content(`lang/${pattern}`);
    expect(answer).toMatchObject({ success: false, error_type: 'validation_error' });
    expect((answer['error_data'] as { position: number }).position).toBeGreaterThanOrEqual(5);
    expect(await guide.call('category_add', { name: 'bad', patterns: [pattern] })).toMatchObject({
      success: false,
    });
  }
  for (const dir of ['..', '../x', '/etc', 'a/../..', '.', './x', 'a//b', '__x', 'x__', '~', '.git']) {
    expect(await guide.call('category_add', { name: 'bad', dir })).toMatchObject({
      success: false,
      error_type: 'validation_error',
    });
  }
});

test('G24 links out of the root give nothing, links inside are followed once', async () => {
  mkdirSync(join(home.path, 'outside'));
  writeFileSync(join(home.path, 'outside', 'secret.md'), 'secret');
  symlinkSync(join(home.path, 'outside', 'secret.md'), join(home.docroot, 'languages', 'leak.md'));
  symlinkSync(join(home.path, 'outside'), join(home.docroot, 'languages', 'leaks'));
  symlinkSync(join(home.docroot, 'docs', 'api.md'), join(home.docroot, 'languages', 'inside.md'));
  symlinkSync(join(home.docroot, 'languages'), join(home.docroot, 'languages', 'circle'));
  for (const expression of [
    'lang/leak',
    'lang/leak.md',
    'lang/leaks/secret',
    'lang/leaks/*',
    'lang/leaks/**/*',
  ]) {
    expect((await content(expression))['value']).toBe(`No matching content found for '${expression}'`);
  }
  expect(await content('lang/inside,docs/api.md')).toEqual({ success: true, value: 'the api\n' });
  expect(JSON.stringify(await content('lang/**/*'))).not.toContain('secret');
});

test('G24 a category whose directory is a link out gives nothing, by any door', async () => {
  mkdirSync(join(home.path, 'outside'));
  writeFileSync(join(home.path, 'outside', 'secret.md'), 'secret');
  symlinkSync(join(home.path, 'outside'), join(home.docroot, 'away'));
  await guide.call('category_add', { name: 'away' });
  expect(await content('away')).toMatchObject({ success: false, error_type: 'security_error' });
  expect(await guide.call('category_list_files', { category: 'away' })).toMatchObject({
    error_type: 'security_error',
  });
  const { resources } = await guide.client.listResources();
  expect(resources.some(({ uri }) => uri.startsWith('guide://away'))).toBe(false);
  expect(resources.length).toBeGreaterThan(3);
  await expect(guide.client.readResource({ uri: 'guide://away/secret.md' })).rejects.toMatchObject({
    code: UNKNOWN_RESOURCE,
  });
});

test('a document that is no text is a blob, one that fits no message is refused with its size', async () => {
  home.document('docs/logo.png', '\x89PNG\0');
  home.document('docs/huge.md', 'x'.repeat(5 * 1024 * 1024));
  const { contents } = await guide.client.readResource({ uri: 'guide://docs/logo.png' });
  expect(contents).toEqual([
    {
      uri: 'guide://docs/logo.png',
      mimeType: 'application/octet-stream',
      blob: Buffer.from('\x89PNG\0').toString('base64'),
    },
  ]);
  await expect(guide.client.readResource({ uri: 'guide://docs/huge.md' })).rejects.toThrow('5242880 bytes');
});

test('system files, backups and partials are never part of the content', async () => {
  for (const name of ['__init.md', '.hidden.md', 'old.md.orig', '_partial.md', '_dir/x.md', '.git/x.md'])
    home.document(`languages/${name}`, 'no');
  const value = (await content('lang/**/*'))['value'] as string;
  expect(value).toBe('# zig\n\n# java\n\n# python\n\n# rust\n');
  expect((await content('lang/_partial.md'))['value']).toContain('No matching content');
});

test('front matter gives instruction and audience; important instructions override', async () => {
  home.document('notes/a.md', '---\ntype: agent/instruction\ninstruction: Obey.\n---\nA\n');
  home.document('notes/b.md', '---\ntype: user/information\ninstruction: Show.\n---\nB\n');
  home.document('notes/c.md', '---\ninstruction: Obey.\n---\nC\n');
  home.document('notes/d.md', '---\ninstruction: ^Stop first.\n---\nD\n');
  home.document('notes/e.md', '---\nkey: [broken\n---\nE\n');
  await guide.call('category_add', { name: 'notes' });
  expect(await content('notes/a+b+c')).toEqual({
    success: true,
    value: 'A\n\nB\n\nC\n',
    instruction: 'Obey.\nShow.',
    disposition: 'agent/instruction',
  });
  expect(await content('notes/a+d')).toMatchObject({ instruction: 'Stop first.' });
  expect(await content('notes/e')).toMatchObject({
    value: '---\nkey: [broken\n---\nE\n',
    message: expect.stringContaining('front matter of notes/e.md'),
  });
});

test('formats: none, plain with names, MIME with exact lengths and boundaries', async () => {
  home.document('languages/ünï.json', '{"a": "é"}');
  await guide.call('set_project_flag', { feature_name: 'content-format', value: 'plain' });
  expect((await content('lang/python'))['value']).toBe('# python\n');
  expect((await content('lang/python+java'))['value']).toBe(
    '--- python.md ---\n# python\n\n--- java.md ---\n# java\n',
  );
  await guide.call('set_project_flag', { feature_name: 'content-format', value: 'mime' });
  expect((await content('lang/python'))['value']).toBe(
    'Content-Type: text/markdown\r\nContent-Location: guide://lang/python.md\r\nContent-Length: 9\r\n\r\n# python\n',
  );
  const both = (await content('lang/python+ünï'))['value'] as string;
  const boundary = /^Content-Type: multipart\/mixed; boundary="(guide-boundary-[0-9a-f-]{36})"\r\n\r\n/.exec(
    both,
  )![1]!;
  const parts = both.split(`--${boundary}`);
  expect(parts).toHaveLength(4);
  expect(parts[3]).toBe('--\r\n');
  expect(parts[2]).toContain('Content-Type: application/json\r\n');
  expect(parts[2]).toContain('Content-Length: 11\r\n');
  expect(parts[2]).toContain('Content-Location: guide://lang/%C3%BCn%C3%AF.json');
});

test('a file that is not text is omitted and named, one that is too large is offered as a resource', async () => {
  home.document('languages/logo.md', 'PNG\0binary');
  home.document('languages/zz-huge.md', 'x'.repeat(1024 * 1024));
  const answer = await content('lang/python+logo+zz-huge');
  expect(answer['value']).toBe('# python\n');
  expect(answer['message']).toContain('lang/logo.md');
  expect(answer['message']).toContain('guide://lang/zz-huge.md');
});

test('categories and collections are listed, changed, updated and removed', async () => {
  expect((await guide.call('category_list', { verbose: false }))['value']).toEqual([
    'lang',
    'docs',
    'guidelines',
  ]);
  await guide.call('collection_add', {
    name: 'set',
    categories: ['lang/python', 'docs'],
    description: 'Both',
  });
  expect(
    await guide.call('category_change', { name: 'lang', new_name: 'code', new_description: 'Languages' }),
  ).toMatchObject({ success: true });
  expect((await guide.call('collection_list'))['value']).toEqual([
    { name: 'set', categories: ['code/python', 'docs'], description: 'Both' },
  ]);
  await guide.call('category_update', {
    name: 'code',
    add_patterns: ['*.txt', '*.md'],
    remove_patterns: ['*.md'],
  });
  expect((await guide.call('category_list'))['value']).toContainEqual({
    name: 'code',
    dir: 'languages/',
    patterns: ['*.txt', '*.md'],
    description: 'Languages',
  });
  await guide.call('category_remove', { name: 'code' });
  expect((await guide.call('collection_list'))['value']).toEqual([
    { name: 'set', categories: ['docs'], description: 'Both' },
  ]);
  await guide.call('collection_change', {
    name: 'set',
    new_name: 'sets',
    new_categories: ['guidelines'],
    new_description: '',
  });
  expect((await guide.call('collection_list'))['value']).toEqual([
    { name: 'sets', categories: ['guidelines'] },
  ]);
  await guide.call('collection_remove', { name: 'sets' });
  expect((await guide.call('collection_list'))['value']).toEqual([]);
  for (const name of ['_x', '-x', 'a b', 'a/b', 'a!', '', 'x'.repeat(31)]) {
    expect(await guide.call('category_add', { name })).toMatchObject({
      success: false,
      error_type: 'invalid_name',
    });
  }
  expect(await guide.call('category_add', { name: 'docs' })).toMatchObject({ success: false });
  expect(await guide.call('category_add', { name: 'q', description: 'say "hi"' })).toMatchObject({
    success: false,
  });
  expect(await guide.call('category_remove', { name: 'gone' })).toMatchObject({ error_type: 'not_found' });
});

test('what was written by hand and can’t be used is named with its line', async () => {
  const hand = '    categories:\n      bad: { dir: ../outside }\n      worse: 3\n';
  writeFileSync(home.configFile, home.config.replace('    categories:\n', hand));
  const answer = await guide.call('category_list', { verbose: false });
  expect(answer['value']).toEqual(['lang', 'docs', 'guidelines']);
  expect(answer['message']).toMatch(/categories\/bad \(line \d+\), categories\/worse \(line \d+\)/);
  expect(await content('bad')).toMatchObject({ error_type: 'not_found' });
  await guide.call('category_remove', { name: 'docs' });
  expect(home.config).toContain('bad: { dir: ../outside }');
});

test('documents are resources: listed, read without extension, completed, watched', async () => {
  const { client } = guide;
  const uris = (await client.listResources()).resources.map((resource) => resource.uri);
  expect(uris).toContain('guide://lang/python.md');
  expect(uris).toContain('guide://docs/api/v1/auth.md');
  expect((await client.readResource({ uri: 'guide://lang/python' })).contents).toEqual([
    { uri: 'guide://lang/python.md', mimeType: 'text/markdown', text: '# python\n' },
  ]);
  expect((await client.readResource({ uri: 'guide://docs/api/v1/auth.md' })).contents).toHaveLength(1);
  for (const uri of [
    'guide://lang/cobol',
    'guide://nowhere/x',
    'guide://lang/..%2F..%2Fconfig.yaml',
    'guide://lang/%2Fetc%2Fpasswd',
  ]) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: UNKNOWN_RESOURCE });
  }
  const ref = { type: 'ref/resource' as const, uri: 'guide://{category}/{document}' };
  expect(
    (await client.complete({ ref, argument: { name: 'category', value: 'd' } })).completion.values,
  ).toEqual(['docs']);
  const names = await client.complete({
    ref,
    argument: { name: 'document', value: 'p' },
    context: { arguments: { category: 'lang' } },
  });
  expect(names.completion.values).toEqual(['python.md']);
  const updated = new Updated(client);
  await client.subscribeResource({ uri: 'guide://lang/python.md' });
  home.document('languages/python.md', '# python 2\n');
  expect(await updated.next()).toBe('guide://lang/python.md');
  const listed = new ListChanged(client, 'resources');
  await client.listResources();
  await new Promise((resolve) => setTimeout(resolve, 100));
  home.document('languages/new.md', '# new\n');
  await listed.next();
  unlinkSync(join(home.docroot, 'languages', 'new.md'));
  await listed.next();
});

test('G25 the guide prompt: fifteen optional arguments, *args in its description, equal to get_content', async () => {
  const { client } = guide;
  const [prompt] = (await client.listPrompts()).prompts;
  expect(prompt!.name).toBe('guide');
  expect(prompt!.arguments!.map((argument) => argument.name)).toEqual(
    [...'123456789ABCDEF'].map((letter) => `arg${letter}`),
  );
  expect(prompt!.arguments!.every((argument) => argument.required === false)).toBe(true);
  expect(prompt!.description).toContain('guide(*args)');
  expect(prompt!.description).not.toMatch(/arg[1-9A-F]/);
  expect(prompt!.description).toContain('@guide lang/python');
  const said = async (args: Record<string, string>) =>
    ((await client.getPrompt({ name: 'guide', arguments: args })).messages[0]!.content as { text: string })
      .text;
  const tool = async (args: Record<string, unknown>, name = 'get_content') =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]!.text;
  expect(await said({ arg1: 'lang/python' })).toBe(await tool({ expression: 'lang/python' }));
  expect(await said({ arg1: 'lang/python', arg3: 'docs/api' })).toBe(
    await tool({ expression: 'lang/python' }),
  );
  expect(await said({ arg1: 'lang/python', arg2: 'docs/api' })).toBe(
    await tool({ expression: 'lang/python,docs/api' }),
  );
  expect(await said({ arg1: 'lang', arg2: '--pattern=python' })).toBe(
    await tool({ expression: 'lang', pattern: 'python' }),
  );
  const letters = [...'123456789ABCDEF'];
  const full = Object.fromEntries(
    letters.map((letter, index) => [`arg${letter}`, index === 14 ? 'docs/api' : 'lang/python']),
  );
  expect(await said(full)).toBe(await tool({ expression: 'lang/python,docs/api' }));
  for (const args of [{}, { arg1: ':help' }, { arg1: ';help' }, { arg1: '--help' }] as Record<
    string,
    string
  >[]) {
    expect(JSON.parse(await said(args))).toMatchObject({
      success: true,
      value: expect.stringContaining(':flags'),
    });
  }
  expect(await said({ arg1: ':categories', arg2: '--no-verbose' })).toBe(
    await tool({ verbose: false }, 'category_list'),
  );
  expect(await said({ arg1: ':files', arg2: 'lang' })).toBe(
    await tool({ category: 'lang' }, 'category_list_files'),
  );
  expect(JSON.parse(await said({ arg1: ':flag', arg2: 'mood', arg3: 'sunny' }))).toMatchObject({
    value: 'Flag \'mood\' set to "sunny"',
  });
  expect(JSON.parse(await said({ arg1: ';flag', arg2: 'mood' }))).toMatchObject({ value: 'sunny' });
  expect(
    JSON.parse(await said({ arg1: ':category-add', arg2: 'name=more', arg3: 'patterns=["*.md"]' })),
  ).toMatchObject({ success: true });
  expect(JSON.parse(await said({ arg1: ':flgs' }))).toMatchObject({
    success: false,
    error_type: 'not_found',
    instruction: expect.stringContaining('flags'),
  });
  expect(
    JSON.parse(await said({ arg1: ':delete_document', arg2: 'category_dir=docs', arg3: 'name=api.md' })),
  ).toMatchObject({
    success: false,
    error_type: 'validation_error',
  });
  const ref = { type: 'ref/prompt' as const, name: 'guide' };
  const words = async (name: string, value: string, args: Record<string, string> = {}) =>
    (await client.complete({ ref, argument: { name, value }, context: { arguments: args } })).completion
      .values;
  expect(await words('arg1', 'la')).toEqual(['lang']);
  expect(await words('arg1', 'lang/p')).toEqual(['lang/python.md']);
  expect(await words('arg1', ':fl')).toEqual([':flags', ':flag']);
  expect(await words('arg2', 'mo', { arg1: ':flag' })).toEqual(['mood']);
});

describe('what the guide prompt tells people who mistype', () => {
  const said = async (...words: string[]): Promise<Record<string, unknown>> => {
    const args = Object.fromEntries(words.map((word, index) => [`arg${index + 1}`, word]));
    const { messages } = await guide.client.getPrompt({ name: 'guide', arguments: args });
    return JSON.parse((messages[0]!.content as { text: string }).text);
  };

  test(':help of a word that is nothing says so and names the nearest', async () => {
    const unknown = await said(':help', 'flgs');
    expect(unknown).toMatchObject({ success: false, error_type: 'not_found' });
    expect(unknown['error']).toBe('Unknown command: flgs');
    expect(unknown['instruction']).toContain('Did you mean: flags?');
    expect((await said(':help', 'categry_add'))['instruction']).toContain('Did you mean: category_add');
    expect(await said(':help', 'nope')).toMatchObject({ success: false, error: 'Unknown command: nope' });
  });

  test.each([[[':help', 'category_add']], [[':help', ':category-add']], [[':category_add', '--help']]])(
    '%j shows the help of that tool',
    async (words) => {
      const { success, value } = await said(...words);
      expect(success).toBe(true);
      expect(value).toMatch(/^@guide :category_add name=value …\n/);
      expect(value).toContain('- **patterns**');
    },
  );

  test.each([
    [[':projects', 'all'], "'all'"],
    [[':files', 'lang', 'docs'], "'docs'"],
    [[':flags', 'mood', '--activ'], "'--activ'"],
    [[':category_add', 'notes', 'name=x'], "'notes'"],
    [[':help', 'flags', 'flag'], "'flag'"],
  ])('%j is refused for its surplus word, and nothing is called', async (words, surplus) => {
    const answer = await said(...words);
    expect(answer).toMatchObject({ success: false, error_type: 'validation_error' });
    expect(answer['error']).toContain(surplus);
    expect((await said(':categories', '--no-verbose'))['value']).not.toContain('x');
  });
});

test('signs of the expression itself are reached by an escape', async () => {
  home.document('languages/c++.md', 'see plus plus');
  home.document('languages/a,b.md', 'comma');
  home.document('languages/x[1].md', 'bracket');
  expect((await content('lang/c\\+\\+')).value).toBe('see plus plus');
  expect((await content('lang/a\\,b.md')).value).toBe('comma');
  expect((await content('lang/x\\[1\\]')).value).toBe('bracket');
  expect((await content('lang', 'a\\,b')).value).toBe('comma');
  expect((await content('lang/c\\+\\++python')).value).toBe('see plus plus\n# python\n');
  expect((await content('lang/a\\b')).error).toContain('A backslash must stand before');
});

test('a name is found however its accents are written', async () => {
  home.document(`languages/${'résumé'.normalize('NFD')}.md`, 'decomposed');
  home.document(`languages/${'café'.normalize('NFC')}.md`, 'composed');
  for (const form of ['NFC', 'NFD']) {
    expect((await content(`lang/${'résumé'.normalize(form)}`)).value).toBe('decomposed');
    expect((await content(`lang/${'résumé.md'.normalize(form)}`)).value).toBe('decomposed');
    expect((await content(`lang/${'caf*é*'.replace('*', '').normalize(form)}`)).value).toBe('composed');
  }
});
