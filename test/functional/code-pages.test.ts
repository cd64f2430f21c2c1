import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defineTool, ToolResult } from '../../src/index';
import { Directory } from '../../src/disk/open-directory';
import { BuiltinServer } from '../support/builtin-server';
import { discover } from '../support/discovery';

const LINES = 100_000;
const FILES = 2_500;
const DEEP = Array.from({ length: 40 }, () => 'd');
const PAGE = 'word '.repeat(30_000);

let server: BuiltinServer;
let web: Server;
let url: string;
beforeAll(async () => {
  web = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(request.url === '/huge' ? PAGE.repeat(3) : PAGE);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  server = await BuiltinServer.start({
    packs: ['files', 'system', 'web', 'code', 'guide'],
    config:
      'web: { allow_private: true, max_bytes: 300000 }\ntools:\n  execute_command: { allowed_commands: [seq], max_output: 200000 }\n',
  });
  writeFileSync(server.path('long.txt'), Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join(''));
  writeFileSync(server.path('one-line.txt'), 'é'.repeat(700_000));
  writeFileSync(server.path('wide.txt'), Buffer.from('ab\n'.repeat(200_000), 'utf16le'));
  writeFileSync(server.path('hits.txt'), 'needle\n'.repeat(3_000));
  writeFileSync(server.path('long-line.txt'), `needle ${'x '.repeat(20_000)}thread\n`);
  writeFileSync(server.path('longest-line.txt'), `needle ${'x '.repeat(200_000)}thread\n`);
  mkdirSync(server.path('deep', ...DEEP), { recursive: true });
  writeFileSync(server.path('deep', ...DEEP, 'end.txt'), 'needle\n');
  mkdirSync(server.path('mixed'));
  writeFileSync(server.path('mixed', 'a.txt'), 'needle\n');
  writeFileSync(server.path('mixed', 'b.bin'), Buffer.from([0, 1, 2, 0, 255, 0]));
  const documents = server.path('home/.config/toolwright/docs/notes');
  mkdirSync(documents, { recursive: true });
  for (let i = 0; i < 1_500; i++) writeFileSync(join(documents, `n${i}.md`), `Note ${i}\n`);
  await server.call('category_add', { name: 'notes', dir: 'notes', patterns: ['*.md'] });
  mkdirSync(server.path('many'));
  for (let i = 0; i < FILES; i++) writeFileSync(server.path('many', `f${i}.txt`), 'needle\n');
});
afterAll(async () => {
  await server?.close();
  web.closeAllConnections();
  web.close();
});

const run = (command: string): ReturnType<BuiltinServer['call']> => server.call('run', { command });

// Programs over data of more than one page, with the one right answer to each.
test.each([
  ["(await tools.read_file({ path: 'long.txt' })).split('\\n').length - 1", `${LINES}`],
  ["(await tools.read_file({ path: 'long.txt' })).trimEnd().split('\\n').at(-1)", `line ${LINES - 1}`],
  ["new Set((await tools.read_file({ path: 'long.txt' })).trimEnd().split('\\n')).size", `${LINES}`],
  [
    "(await tools.read_file({ path: 'long.txt', start_line: 5 })).trimEnd().split('\\n').length",
    `${LINES - 4}`,
  ],
  ["(await tools.read_file({ path: 'long.txt', line_count: 95000 })).trimEnd().split('\\n').length", '95000'],
  ["(await tools.read_file({ path: 'long.txt', line_count: 3 })).trimEnd().split('\\n').length", '3'],
  ["(await tools.read_file({ path: 'one-line.txt' })).length", '700000'],
  ["(await tools.list_directory({ path: 'many' })).length", `${FILES}`],
  ["new Set((await tools.list_directory({ path: 'many' })).map((e) => e.name)).size", `${FILES}`],
  ["(await tools.list_directory({ path: 'many', limit: 10 })).length", '10'],
  ["(await tools.list_directory({ path: 'many' })).every((e) => e.size > 0)", 'true'],
  [
    "(await tools.list_directory({ path: '.', recursive: true, depth: 64 })).filter((e) => /^f\\d/.test(e.name)).length",
    `${FILES}`,
  ],
  ["(await tools.search_files({ path: 'many', pattern: '*.txt' })).length", `${FILES}`],
  ["(await tools.search_files({ path: 'many', content: 'needle' })).length", `${FILES}`],
  ["(await tools.search_files({ path: 'many', pattern: '*.txt', lim: 7 })).length", '7'],
  [
    "(await tools.search_files({ path: '.', pattern: 'hits.txt', content: 'needle', depth: 64 })).length",
    '3000',
  ],
  ["(await tools.read_file({ path: 'wide.txt', encoding: 'utf-16le' })).length", '600000'],
  ["(await tools.read_file({ path: 'wide.txt' })).length", '600000'],
  ["(await tools.read_file({ path: 'one-line.txt', encoding: 'base64' })).length", '1866668'],
  [
    "(await tools.search_files({ path: 'long-line.txt', content: 'needle' })).filter((hit) => hit.text.endsWith('thread')).length",
    '1',
  ],
  ["(await tools.list_directory({ path: 'deep', recursive: true, depth: 64 })).length", '41'],
  ["(await tools.list_directory({ path: 'deep', recursive: true, depth: 2 })).length", '2'],
  ["(await tools.list_directory({ path: 'deep' })).length", '1'],
  ["(await tools.search_files({ path: 'deep', content: 'needle', depth: 64 })).length", '1'],
  ['(await tools.web_fetch({ url: URL })).length', `${PAGE.length}`],
  ['(await tools.web_fetch({ url: URL, max_length: 100 })).length', '100'],
  ['(await tools.web_fetch({ url: URL, start_index: 200000 })).length', '0'],
  [
    "let all = ''; for (;;) { const part = await tools.web_fetch({ url: URL, start_index: all.length, max_length: 7000 }); if (!part) break; all += part } all.length",
    `${PAGE.length}`,
  ],
  ["(await tools.web_fetch({ url: URL + 'huge', max_length: 10 })).length", '10'],
  ["(await tools.category_list_files({ category: 'notes' })).length", '1500'],
  [
    "(await tools.get_content({ expression: 'notes/n70*' })).trimEnd().split('\\n').filter(Boolean).length",
    '11',
  ],
])('%s is %s', async (command, expected) => {
  expect(await run(command.replace('URL', `'${url}'`))).toMatchObject({ text: expected, isError: false });
});

test.each([
  [
    "await tools.execute_command({ command: 'seq 1000000' })",
    /incomplete: the middle of the output was dropped/,
  ],
  [
    "(await tools.list_directory({ path: 'deep', recursive: true })).length",
    /incomplete\. 1 directory is more than 32 levels deep, and was not entered \(depth may be up to 64\): d\/d\//,
  ],
  [
    "(await tools.search_files({ path: 'deep', pattern: '*.txt' })).length",
    /1 directory is more than 32 levels deep/,
  ],
  [
    "(await tools.search_files({ path: 'deep', content: 'needle' })).length",
    /1 directory is more than 32 levels deep/,
  ],
  ["(await tools.web_fetch({ url: URL + 'huge' })).length", /incomplete\. The page exceeds the size limit/],
  [
    "let all = ''; for (;;) { const part = await tools.web_fetch({ url: URL + 'huge', start_index: all.length, max_length: 99999 }); if (!part) break; all += part } all.length",
    /incomplete\. The page exceeds the size limit/,
  ],
  [
    "await tools.get_content({ expression: 'notes' })",
    /incomplete\. Only the first documents of notes\/\*\.md are shown/,
  ],
])('%s says that it is incomplete', async (command, words) => {
  const { text, isError } = await run(command.replace('URL', `'${url}'`));
  expect(isError).toBe(true);
  expect(text).toMatch(words);
});

test('a directory that cannot be read is named, to a client and to code', async () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const refuse = (): void =>
    void jest.spyOn(Directory.prototype, 'subdirectory').mockRejectedValueOnce(denied);
  refuse();
  const { texts } = await server.call('list_directory', { path: 'deep', recursive: true });
  expect(texts).toEqual(['["d/"]', '[1 shown; these are all.\n1 directory is not readable: d.]']);
  refuse();
  const { text, isError } = await run(
    "(await tools.search_files({ path: 'deep', content: 'needle' })).length",
  );
  expect({ text, isError }).toMatchObject({ isError: true });
  expect(text).toMatch(/incomplete\. 1 directory is not readable: d\./);
});

test('a line that is too long even for code is said to be cut', async () => {
  const { text } = await run(
    "(await tools.search_files({ path: 'longest-line.txt', content: 'needle' }))[0].column",
  );
  expect(text).toBe(
    '[search_files: 1 file is shown only around each hit, because of lines with more than 100000 characters: longest-line.txt.]\n1',
  );
});

test('what code goes on without is said in the answer of its run', async () => {
  const { text, isError } = await run(
    "(await tools.search_files({ path: 'mixed', content: 'needle' })).length",
  );
  expect({ text, isError }).toEqual({
    text: '[search_files: 1 file is binary, and not searched: mixed/b.bin.]\n1',
    isError: false,
  });
});

test('what was read of an incomplete result can be had from the error', async () => {
  const { text } = await run(
    "try { await tools.execute_command({ command: 'seq 1000000' }) } catch (e) { return [e.data.error_type, e.data.partial.stdout.slice(0, 3)] }",
  );
  expect(JSON.parse(text)).toEqual(['incomplete', '1\n2']);
});

describe('an author’s tool that declares its pages', () => {
  const endless = defineTool({
    name: 'endless',
    description: 'Has another page always.',
    inputSchema: { type: 'object', properties: { from: { type: 'integer' } } },
    run: ({ from }) =>
      ToolResult.json(['x'.repeat(1_000_000)]).asPage({
        missing: 'there is always more',
        next: { from: Number(from ?? 0) + 1 },
      }),
  });
  const stuck = defineTool({
    name: 'stuck',
    description: 'Names the same page for ever.',
    inputSchema: { type: 'object', properties: { from: { type: 'integer' } } },
    run: () => ToolResult.json([1]).asPage({ missing: 'more', next: { from: 1 } }),
  });
  const records = defineTool({
    name: 'records',
    description: 'Returns an object with a page in it.',
    inputSchema: { type: 'object', properties: { from: { type: 'integer' } } },
    run: () => ToolResult.json({ items: [1] }).asPage({ missing: 'nine more', next: { from: 1 } }),
  });

  test.each([
    [
      'endless',
      /incomplete after \d+ pages: there is always more\. Process it in parts: go on with \{"from":\d+\}/,
    ],
    ['stuck', /incomplete after 2 pages: more\./],
    ['records', /incomplete: nine more\. Process it in parts: go on with \{"from":1\}/],
  ])('%s ends in an error that says how to go on', async (name, words) => {
    const app = await discover([endless, stuck, records]);
    const { text, isError } = await app.run(`await tools.${name}()`);
    expect(isError).toBe(true);
    expect(text).toMatch(words);
    await app.close();
  });
});
