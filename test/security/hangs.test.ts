import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PageReader } from '../../src/web/web-page-reader';
import { ServerProcess, type Message } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// Nothing a caller sends keeps the server from answering others, from cancelling, or from ending.
const root = temporaryDirectory('tw-hangs');
mkdirSync(join(root, 'long'));
writeFileSync(join(root, 'long/line.txt'), 'a'.repeat(2_000_000));
mkdirSync(join(root, 'rules'));
writeFileSync(
  join(root, 'rules/.gitignore'),
  Array.from({ length: 200 }, () => `${'*a'.repeat(60)}b\n`).join(''),
);
for (let i = 0; i < 50; i++) writeFileSync(join(root, 'rules', `${'a'.repeat(200)}${i}`), '');

let server: ServerProcess;
beforeEach(async () => {
  server = new ServerProcess(['--prefix', ''], { cwd: root, env: { HOME: root } });
  await server.initialize();
});
afterEach(() => server.end());

const SLOW = {
  name: 'search_files',
  arguments: { path: 'long', pattern: '*', content: '(a?){900}[bc]', regex: true },
};
const textIn = ({ result }: Message) =>
  (result!['content'] as { text: string }[]).map(({ text }) => text).join('\n');
const place = (message: Message) => server.messages.indexOf(message);

test('a large expression on a long line: others are answered meanwhile, and the file is reported', async () => {
  const slow = server.request('tools/call', SLOW);
  const echo = await server.call('echo', { message: 'beside' });
  const answer = await slow;
  expect(place(echo)).toBeLessThan(place(answer));
  expect(textIn(answer)).toContain('too slow to match');
});

test('it can be cancelled, and the end of stdin ends the server', async () => {
  const slow = server.request('tools/call', SLOW);
  slow.catch(() => undefined);
  server.notify('notifications/cancelled', { requestId: 2, reason: 'enough' });
  await server.request('ping');
  expect(await server.end()).toEqual({ code: 0, signal: null });
});

test('SIGTERM ends the server meanwhile', async () => {
  server.request('tools/call', SLOW).catch(() => undefined);
  await server.request('ping');
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('hundreds of calls under way: a ping is answered meanwhile, and the server ends', async () => {
  const command = 'await new Promise((resolve) => setTimeout(resolve, 25_000)); return 1';
  for (let n = 0; n < 150; n++) server.call('run', { command }).catch(() => undefined);
  expect(await server.request('ping')).toMatchObject({ result: {} });
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('an expression that is only large is compiled elsewhere too', async () => {
  const content = '(a?){900}'.repeat(50);
  const slow = server.call('search_files', {
    path: 'rules',
    pattern: '*',
    content,
    regex: true,
    ignored: true,
  });
  const echo = await server.call('echo', { message: 'beside' });
  expect(place(echo)).toBeLessThan(place(await slow));
});

test('hostile rules in a .gitignore are matched in linear time', async () => {
  const { result } = await server.call('search_files', { path: 'rules', pattern: '*' });
  expect(result!['isError']).toBeUndefined();
  expect(textIn({ result: result! })).toContain('aaaa');
});

const unknownArguments = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test('half a million arguments are refused before they are parsed, and the connection goes on', async () => {
  const refused = await server.call('echo', unknownArguments(500_000));
  expect(refused.error).toMatchObject({
    code: -32600,
    message: expect.stringContaining('send less at once'),
  });
  expect(textIn(await server.call('echo', { message: 'next' }))).toContain('next');
});

test('many unknown arguments are answered with the first problems', async () => {
  const args = unknownArguments(200_000);
  const answer = JSON.parse(textIn(await server.call('echo', args))) as {
    error_data: { validation_errors: { message: string }[] };
  };
  const problems = answer.error_data.validation_errors;
  expect(problems.length).toBeLessThan(60);
  expect(problems.at(-1)!.message).toContain('more problems');
});

describe('pages', () => {
  test.each([
    ['titles that never end', '<title'.repeat(200_000)],
    ['tags that never end', '<'.repeat(1_000_000)],
    ['deep nesting', '<div>'.repeat(200_000)],
    ['blank lines', ' \n'.repeat(700_000)],
    ['a page beyond the limit', `<p>begin</p>${'<a>'.repeat(1_000_000)}`],
  ])('%s: is read in bounded time', async (_what, html) => {
    const reader = new PageReader(2_000);
    try {
      const page = await reader.read(html, 'https://example.com/', 'markdown');
      expect(typeof page.text).toBe('string');
    } finally {
      reader.close();
    }
  });

  test('a page behind slow ones is returned as bare text when the first of them ends', async () => {
    const reader = new PageReader(1_000);
    try {
      // Turndown takes quadratic time for these.
      const slow = `<article>${'<b><i>x</i></b>'.repeat(60_000)}</article>`;
      const pages = [slow, slow, slow, slow, '<h1>quick</h1><p>text</p>'];
      const read = await Promise.all(
        pages.map((html) => reader.read(html, 'https://example.com/', 'markdown')),
      );
      expect(read.at(-1)).toEqual({ title: '', text: 'quick text' });
    } finally {
      reader.close();
    }
  });

  test('a page that takes too long does not make the next one wait', async () => {
    const reader = new PageReader(2_000);
    try {
      const order: string[] = [];
      // Turndown takes quadratic time for these.
      const slow = `<article>${'<b><i>x</i></b>'.repeat(60_000)}</article>`;
      await Promise.all([
        reader.read(slow, 'https://example.com/', 'markdown').then(() => order.push('slow')),
        reader.read('<p>quick</p>', 'https://example.com/', 'markdown').then(() => order.push('quick')),
      ]);
      expect(order).toEqual(['quick', 'slow']);
    } finally {
      reader.close();
    }
  });
});
