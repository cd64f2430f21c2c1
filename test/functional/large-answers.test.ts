import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { BuiltinServer } from '../support/builtin-server';
import { answerOf, readOn } from '../support/read-on';

const MEGABYTE = 1024 * 1024;

const lines = (bytes: number): string => {
  const parts: string[] = [];
  for (let size = 0, index = 0; size < bytes; index++) {
    const line = `${index}\tThe quick brown fox “jumps” over ${index * 7} lazy dogs — 漢字 😀\n`;
    parts.push(line);
    size += Buffer.byteLength(line);
  }
  return parts.join('');
};
const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${']}'.repeat(levels)}`;

const texts: Record<string, string> = {
  'one.txt': lines(MEGABYTE),
  'twenty.txt': lines(20 * MEGABYTE),
  'line.txt': 'abcdefgh é '.repeat(100_000),
  'deep.json': deep(20_000),
};

let server: BuiltinServer;
let web: Server;
let url: string;
beforeAll(async () => {
  web = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8');
    response.end(texts[request.url!.slice(1)]);
  });
  web.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`;
  server = await BuiltinServer.start({
    packs: ['utility', 'files', 'system', 'guide', 'web', 'code', 'operations'],
    config: 'web: { allow_private: true }\ncode: { memory: 256 }\n',
  });
  for (const [name, text] of Object.entries(texts)) writeFileSync(server.path(name), text);
  mkdirSync(server.path('many'));
  for (let index = 0; index < 20_000; index++) writeFileSync(server.path('many', `entry-${index}.txt`), '');
  mkdirSync(server.path('home/.config/toolwright/docs'), { recursive: true });
});
afterAll(async () => {
  await server?.close();
  web.closeAllConnections();
  web.close();
});

const call = (name: string, args: Record<string, unknown>): Promise<string[]> =>
  answerOf(server.client, name, args);
const pages = (name: string, args: Record<string, unknown>, most?: number): Promise<string[]> =>
  readOn(server.client, name, args, most);

describe('every answer is within the budget, and the parts are the whole', () => {
  test.each(['one.txt', 'line.txt', 'deep.json'])('read_file of %s', async (path) => {
    expect((await pages('read_file', { path })).join('')).toBe(texts[path]);
  });

  test('read_file of 20 MB, from its beginning and up to its end', async () => {
    const start = (await pages('read_file', { path: 'twenty.txt' }, 5)).join('');
    expect(texts['twenty.txt']!.startsWith(start)).toBe(true);
    const whole = Buffer.from(texts['twenty.txt']!);
    const from = whole.lastIndexOf('\n', whole.length - 100_000) + 1;
    const end = (await pages('read_file', { path: 'twenty.txt', start_byte: from })).join('');
    expect(end).toBe(whole.subarray(from).toString());
  });

  test('list_directory and search_files of 20,000 files', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `entry-${index}.txt`).sort();
    const listed = await pages('list_directory', { path: 'many', limit: 5_000 });
    expect(listed.flatMap((page) => JSON.parse(page) as string[])).toEqual(names);
    const found = await pages('search_files', { path: 'many', pattern: '*.txt', limit: 5_000 });
    expect(found.flatMap((page) => JSON.parse(page) as string[])).toEqual(
      names.map((name) => `many/${name}`),
    );
  }, 300_000);

  test.each(['one.txt', 'line.txt', 'deep.json'])('execute_command that prints %s', async (path) => {
    const [whole, ...rest] = await pages('execute_command', { command: `cat ${path}` });
    const answer = JSON.parse([whole, ...rest].join('')) as { stdout: string };
    expect(answer.stdout).toBe(texts[path]);
  });

  test.each(['one.txt', 'line.txt', 'deep.json'])('web_fetch of %s', async (path) => {
    const shown = await pages('web_fetch', { url: url + path, max_length: 1_000_000 });
    expect(shown.join('') === texts[path]).toBe(true);
  });

  test('echo, and run with a large result or much that is printed', async () => {
    const message = texts['one.txt']!.slice(0, 300_000);
    expect((await pages('echo', { message })).join('')).toBe(`Echo: ${message}`);
    const program = "(await tools.read_file({ path: 'one.txt' })).slice(0, 600000)";
    expect((await pages('run', { command: program })).join('')).toBe(texts['one.txt']!.slice(0, 600_000));
    const printed = await pages('run', {
      command: "for (let i = 0; i < 20000; i++) console.log('row ' + i)",
    });
    expect(printed.join('').split('\n')).toHaveLength(20_000);
  });

  test('a failure as large as what was asked for', async () => {
    const handle = 'x'.repeat(90);
    await call('read_result', { handle });
    await call('read_file', { path: 'x'.repeat(200_000) });
    await call('search_files', { path: 'many', pattern: 'a'.repeat(1_000) });
  });

  test('the documents of the guide pack', async () => {
    await call('category_add', { name: 'big', dir: 'big', patterns: ['*.md'] });
    const document = texts['one.txt']!.slice(0, 400_000);
    const made = await call('create_document', {
      category_dir: 'big',
      name: 'long',
      content: document,
      explicit_action: 'CREATE_DOCUMENT',
    });
    expect(made[0]).toContain('"success":true');
    for (const tool of ['get_content', 'category_content']) {
      const whole = (await pages(tool, { expression: 'big' })).join('');
      expect((JSON.parse(whole) as { value: string }).value).toBe(document);
    }
  });
});
