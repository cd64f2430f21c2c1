import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { execFileSync } from 'node:child_process';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outcomeValue } from '../../src/calls/render';
import { legacyTest } from '../support/connect';
import { BuiltinServer } from '../support/builtin-server';

let server: BuiltinServer;
beforeAll(async () => {
  server = await BuiltinServer.start();
  mkdirSync(server.path('src/inner'), { recursive: true });
  writeFileSync(server.path('a.txt'), 'one\ntwo\nthree\n');
  writeFileSync(server.path('src/x.ts'), 'export const x = 1;\n');
  writeFileSync(server.path('src/inner/y.ts'), 'export const y = 2; // TODO\n');
  writeFileSync(server.path('src/inner/z.md'), '# z\n');
  writeFileSync(server.path('.hidden'), 'h');
  writeFileSync(server.path('.gitignore'), 'built\n*.log\n');
  mkdirSync(server.path('built'));
  writeFileSync(server.path('built/out.ts'), '');
  writeFileSync(server.path('debug.log'), '');
});
afterAll(() => server.close());

interface Entry {
  name: string;
  path: string;
  type: string;
  size: number | null;
}

describe('T3 read_file', () => {
  test('T3 reads a file as it is', async () => {
    expect(await server.call('read_file', { path: 'a.txt' })).toMatchObject({
      texts: ['one\ntwo\nthree\n'],
      isError: false,
    });
    expect((await server.call('read_file', { path: server.path('a.txt') })).text).toBe('one\ntwo\nthree\n');
  });

  test('T3 a missing path argument is −32602', async () => {
    const { isError, failure } = await server.call('read_file', {});
    expect(isError).toBe(true);
    expect(failure).toMatchObject({
      error_type: 'validation_error',
      error_data: { code: -32602 },
    });
  });

  test('T3 a missing file is an error result that names it', async () => {
    expect(await server.call('read_file', { path: 'nope.txt' })).toMatchObject({
      text: 'File not found: nope.txt',
      isError: true,
    });
  });

  test('T3 encodings: known, unknown, wrong', async () => {
    writeFileSync(server.path('latin.txt'), Buffer.from('h\xe9', 'latin1'));
    writeFileSync(server.path('wide.txt'), Buffer.from('\ufeffhé\n', 'utf16le'));
    expect((await server.call('read_file', { path: 'latin.txt', encoding: 'latin-1' })).text).toBe('hé');
    expect((await server.call('read_file', { path: 'wide.txt', encoding: 'utf-16' })).text).toBe('hé\n');
    expect((await server.call('read_file', { path: 'a.txt', encoding: 'base64' })).text).toBe(
      Buffer.from('one\ntwo\nthree\n').toString('base64'),
    );
    expect(await server.call('read_file', { path: 'latin.txt' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Cannot decode as utf-8'),
    });
    expect(await server.call('read_file', { path: 'a.txt', encoding: 'klingon' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('Unknown encoding: klingon'),
    });
  });

  test('line ranges, and a note on how to go on', async () => {
    const { texts } = await server.call('read_file', { path: 'a.txt', start_line: 2, line_count: 1 });
    expect(texts).toEqual([
      'two\n',
      '[Shown up to byte 8 of 14. Continue with start_byte 8 or start_line 3.]',
    ]);
    expect((await server.call('read_file', { path: 'a.txt', start_byte: 8 })).texts).toEqual(['three\n']);
  });

  test('a start beyond the end is an error that gives the size', async () => {
    const notes = async (start: object, path = 'a.txt') =>
      (await server.call('read_file', { path, ...start })).texts;
    expect(await notes({ start_line: 99 })).toEqual([
      '',
      '[start_line 99 is past the end: the file has 3 lines.]',
    ]);
    expect(await notes({ start_byte: 99 })).toEqual([
      '',
      '[start_byte 99 is past the end: the file has 14 bytes.]',
    ]);
    expect(await notes({ start_byte: 8, start_line: 5 })).toEqual([
      '',
      '[start_line 5 is past the end: from start_byte 8, the file has 1 line.]',
    ]);
    writeFileSync(server.path('open-end.txt'), 'one\ntwo');
    writeFileSync(server.path('empty.txt'), '');
    expect((await notes({ start_line: 3 }, 'open-end.txt'))[1]).toContain('the file has 2 lines');
    expect((await notes({ start_line: 2 }, 'empty.txt'))[1]).toContain('the file has 0 lines');
    expect(await notes({}, 'empty.txt')).toEqual(['']);
  });

  test('a large file is read in parts that add up', async () => {
    const whole = Array.from({ length: 60_000 }, (_, index) => `line ${index} é\n`).join('');
    writeFileSync(server.path('large.txt'), whole);
    writeFileSync(server.path('long-line.txt'), 'é'.repeat(400_000));
    for (const [file, expected] of [
      ['large.txt', whole],
      ['long-line.txt', 'é'.repeat(400_000)],
    ] as const) {
      let read = '';
      let start = 0;
      for (let more = true; more;) {
        const { texts } = await server.call('read_file', { path: file, start_byte: start });
        read += texts[0];
        const next = /start_byte (\d+)/.exec(texts[1] ?? '');
        more = next !== null;
        start = Number(next?.[1]);
      }
      expect(read).toBe(expected);
    }
  });

  test('images are images, other binaries are embedded', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    writeFileSync(server.path('dot.png'), png);
    writeFileSync(server.path('blob.bin'), Buffer.from([0, 1, 2, 255]));
    expect((await server.call('read_file', { path: 'dot.png' })).reply.content).toEqual([
      { type: 'image', mimeType: 'image/png', data: png.toString('base64') },
    ]);
    expect((await server.call('read_file', { path: 'blob.bin' })).reply.content).toMatchObject([
      { type: 'resource', resource: { mimeType: 'application/octet-stream', blob: 'AAEC/w==' } },
    ]);
  });

  test('directories, pipes and devices are refused at once', async () => {
    execFileSync('mkfifo', [server.path('pipe')]);
    symlinkSync('/dev/zero', server.path('zero'));
    expect(await server.call('read_file', { path: 'src' })).toMatchObject({
      isError: true,
      text: 'Not a file: src',
    });
    expect(await server.call('read_file', { path: 'pipe' })).toMatchObject({
      isError: true,
      text: 'Not a file: pipe',
    });
    expect(await server.call('read_file', { path: 'zero' })).toMatchObject({ isError: true });
  });
});

describe('T4 write_file', () => {
  test('T4 content round-trips, UTF-8 included', async () => {
    const content = 'Zürich 東京 🎉\nend';
    expect(await server.call('write_file', { path: 'new.txt', content })).toMatchObject({
      isError: false,
      text: `Written to new.txt (${Buffer.byteLength(content)} bytes)`,
    });
    expect((await server.call('read_file', { path: 'new.txt' })).text).toBe(content);
  });

  test('T4 create_dirs false and true', async () => {
    expect(await server.call('write_file', { path: 'd/e/f.txt', content: 'x' })).toMatchObject({
      isError: true,
      text: 'Directory not found: d/e (set create_dirs to create it)',
    });
    expect(
      await server.call('write_file', { path: 'd/e/f.txt', content: 'x', create_dirs: true }),
    ).toMatchObject({ isError: false });
    expect(readFileSync(server.path('d/e/f.txt'), 'utf8')).toBe('x');
  });

  test('keeps the mode, leaves nothing else behind, refuses directories', async () => {
    writeFileSync(server.path('run.sh'), 'old');
    chmodSync(server.path('run.sh'), 0o750);
    await server.call('write_file', { path: 'run.sh', content: 'new' });
    expect(statSync(server.path('run.sh')).mode & 0o777).toBe(0o750);
    expect(readdirSync(server.directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await server.call('write_file', { path: 'src', content: 'x' })).toMatchObject({
      isError: true,
      text: 'Not a file: src',
    });
  });

  test('an inner link is written through, the link stays', async () => {
    symlinkSync('a.txt', server.path('alias.txt'));
    const before = readFileSync(server.path('a.txt'), 'utf8');
    await server.call('write_file', { path: 'alias.txt', content: 'via link' });
    expect(readFileSync(server.path('a.txt'), 'utf8')).toBe('via link');
    writeFileSync(server.path('a.txt'), before);
  });

  test('base64 content is written as bytes', async () => {
    await server.call('write_file', { path: 'bytes.bin', content: 'AAEC', encoding: 'base64' });
    expect([...readFileSync(server.path('bytes.bin'))]).toEqual([0, 1, 2]);
    await server.call('write_file', { path: 'bytes.bin', content: 'AAEC\r\nAw==\n', encoding: 'base64' });
    expect([...readFileSync(server.path('bytes.bin'))]).toEqual([0, 1, 2, 3]);
    await server.call('write_file', { path: 'bytes.bin', content: '', encoding: 'base64' });
    expect(readFileSync(server.path('bytes.bin'))).toHaveLength(0);
  });

  test.each(['###', '###not base64', 'data:image/png;base64,AAEC', 'AAE', 'A', 'AAEC=', 'AA==AAEC', 'AB=='])(
    'content that is no base64 (%s) leaves the file as it is',
    async (content) => {
      writeFileSync(server.path('kept.bin'), 'kept');
      const reply = await server.call('write_file', { path: 'kept.bin', content, encoding: 'base64' });
      expect(reply).toMatchObject({ isError: true, text: expect.stringContaining('not valid base64') });
      expect(reply.failure).toMatchObject({ error_type: 'encoding' });
      expect(readFileSync(server.path('kept.bin'), 'utf8')).toBe('kept');
    },
  );
});

describe('T5 list_directory', () => {
  test('T5 flat: names, paths, types, sizes', async () => {
    expect(await server.json('list_directory', { path: 'src' })).toEqual(['inner/', 'x.ts']);
    const entries = await server.json<Entry[]>('list_directory', { path: 'src', detail: true });
    expect(entries).toEqual([
      { name: 'inner', path: 'src/inner', type: 'directory', size: null },
      { name: 'x.ts', path: 'src/x.ts', type: 'file', size: 20 },
    ]);
    const here = await server.json<Entry[]>('list_directory', { detail: true });
    expect(here.map((entry) => entry.name)).toEqual(expect.arrayContaining(['.hidden', 'a.txt', 'src']));
    expect(here.find((entry) => entry.name === 'a.txt')).toMatchObject({
      path: 'a.txt',
      type: 'file',
      size: 14,
    });
  });

  test('T5 recursive', async () => {
    const entries = await server.json<Entry[]>('list_directory', {
      path: 'src',
      recursive: true,
      detail: true,
    });
    expect(entries.map((entry) => entry.path)).toEqual([
      'src/inner',
      'src/inner/y.ts',
      'src/inner/z.md',
      'src/x.ts',
    ]);
  });

  test('T5 a file is not a directory', async () => {
    expect(await server.call('list_directory', { path: 'a.txt' })).toMatchObject({
      isError: true,
      text: 'Not a directory: a.txt',
    });
    for (const tool of ['list_directory', 'search_files']) {
      expect(await server.call(tool, { path: 'nope' })).toMatchObject({
        isError: true,
        text: 'Directory not found: nope',
      });
    }
  });

  test('hidden and ignored files are an option', async () => {
    const entries = await server.json<Entry[]>('list_directory', {
      recursive: true,
      detail: true,
      hidden: false,
      ignored: false,
    });
    const paths = entries.map((entry) => entry.path);
    expect(paths).toContain('src/inner/y.ts');
    for (const left of ['.hidden', 'built', 'built/out.ts', 'debug.log']) expect(paths).not.toContain(left);
  });

  test('pages add up to the whole, in the same order', async () => {
    const whole = await server.json<string[]>('list_directory', { recursive: true });
    const paged: string[] = [];
    let after: string | undefined;
    for (let more = true; more;) {
      const { texts } = await server.call('list_directory', {
        recursive: true,
        limit: 3,
        ...(after && { after }),
      });
      paged.push(...(JSON.parse(texts[0]!) as string[]));
      const next = /after: (".*")\.\]$/.exec(texts[1] ?? '');
      more = next !== null;
      after = next ? (JSON.parse(next[1]!) as string) : undefined;
    }
    expect(paged).toEqual(whole);
  });

  test('the value is a list also where there is more', async () => {
    const value = async (tool: string, args: Record<string, unknown>) =>
      outcomeValue(await server.open.registry.call(tool, args, { door: 'run' }));
    expect(await value('list_directory', { path: 'src', limit: 1 })).toEqual([
      { name: 'inner', path: 'src/inner', type: 'directory', size: null },
    ]);
    expect(await value('search_files', { path: 'src', pattern: '*.ts', limit: 1 })).toEqual([
      'src/inner/y.ts',
    ]);
    expect(await value('search_files', { path: 'src', content: 'export', limit: 1 })).toEqual([
      { path: 'src/inner/y.ts', line: 1, text: 'export const y = 2; // TODO' },
    ]);
  });

  test('links that lead out are shown as links, never followed', async () => {
    symlinkSync('/etc', server.path('src/etc'));
    symlinkSync('../..', server.path('src/inner/up'));
    const entries = await server.json<Entry[]>('list_directory', {
      path: 'src',
      recursive: true,
      detail: true,
    });
    expect(entries.find((entry) => entry.name === 'etc')).toEqual({
      name: 'etc',
      path: 'src/etc',
      type: 'symlink',
      size: null,
    });
    expect(entries.find((entry) => entry.name === 'up')).toMatchObject({ type: 'directory' });
    expect(entries.every((entry) => !entry.path.includes('etc/') && !entry.path.includes('up/'))).toBe(true);
  });
});

describe('T6 search_files', () => {
  test('T6 `*.ts` at any depth, as a plain list', async () => {
    expect(await server.json('search_files', { path: 'src', pattern: '*.ts' })).toEqual([
      'src/inner/y.ts',
      'src/x.ts',
    ]);
    expect(await server.json('search_files', { pattern: 'inner/*.ts' })).toEqual(['src/inner/y.ts']);
    expect(await server.json('search_files', { path: 'src', pattern: '**/*.{ts,md}' })).toEqual([
      'src/inner/y.ts',
      'src/inner/z.md',
      'src/x.ts',
    ]);
  });

  test('by content: text, ignoring case, and a regular expression', async () => {
    const found = [
      'src/inner/y.ts\n1: export const y = 2; // TODO',
      '[1 matching line shown; these are all.]',
    ];
    const matches = async (args: object) =>
      (await server.call('search_files', { path: 'src', ...args })).texts;
    expect(await matches({ content: 'TODO' })).toEqual(found);
    expect(await matches({ content: 'todo', ignore_case: true })).toEqual(found);
    expect(await matches({ content: 'const [y] = \\d', regex: true })).toEqual(found);
    expect(await server.call('search_files', { content: '(', regex: true })).toMatchObject({ isError: true });
  });

  test.each(['regex', 'ignore_case'])('%s without content is refused, not passed over', async (field) => {
    const { failure, text } = await server.call('search_files', { pattern: 'X.*', [field]: true });
    expect(text).toBe(
      `${field} applies to content, which was not given: add content, or omit ${field}. File names are matched by pattern, a glob.`,
    );
    expect(failure).toMatchObject({
      error_type: 'validation_error',
      error_data: { code: -32602, validation_errors: [{ field }] },
    });
    expect(await server.json('search_files', { path: 'src', pattern: 'x.*', [field]: false })).toEqual([
      'src/x.ts',
    ]);
  });

  test('globs that would hang or lead out are refused', async () => {
    expect(await server.call('search_files', { pattern: '{a,b}'.repeat(25) })).toMatchObject({
      isError: true,
      text: expect.stringContaining('groups'),
    });
    expect(await server.call('search_files', { pattern: '../*' })).toMatchObject({ isError: true });
    expect(await server.call('search_files', { pattern: '/etc/*' })).toMatchObject({ isError: true });
    expect(
      await server.call('search_files', { content: `${'(a*)*'.repeat(20)}b`, regex: true, path: 'src' }),
    ).toMatchObject({ isError: false });
  });

  test('a hostile glob is answered, by search_files and in a command line', async () => {
    const name = 'a'.repeat(250);
    writeFileSync(server.path(name), '');
    const hostile = `${'*a'.repeat(30)}*b`;
    expect(await server.json('search_files', { pattern: hostile })).toEqual([]);
    expect(await server.json('search_files', { pattern: `${'*a'.repeat(30)}*` })).toEqual([name]);
    expect(await server.json('execute_command', { command: `ls ${'*a'.repeat(30)}*` })).toMatchObject({
      stdout: `${name}\n`,
    });
    const { text } = await server.call('execute_command', { command: `ls ${hostile}` });
    expect(text).toContain('No such file');
    rmSync(server.path(name));
  });

  test('a tree of many files answers in pages while other calls are answered', async () => {
    const many = server.path('many');
    for (let outer = 0; outer < 20; outer++) {
      mkdirSync(join(many, String(outer)), { recursive: true });
      for (let inner = 0; inner < 250; inner++) writeFileSync(join(many, String(outer), `${inner}.dat`), '');
    }
    const order: string[] = [];
    const search = server
      .call('search_files', { path: 'many', pattern: 'nothing-has-this-name' })
      .then(() => order.push('search'));
    const echo = server.call('echo', { message: 'still here' }).then(() => order.push('echo'));
    await Promise.all([search, echo]);
    expect(order).toEqual(['echo', 'search']);
    const { texts } = await server.call('search_files', { path: 'many', pattern: '*.dat', limit: 100 });
    expect(JSON.parse(texts[0]!)).toHaveLength(100);
    expect(texts[1]).toContain('there are more');
  });
});

describe('T19 paths', () => {
  test('T19 the allowed and denied paths of the document hold', async () => {
    const config = [
      'tools:',
      '  write_file:',
      '    allowed_paths:',
      '      - /tmp',
      '      - ./output',
      '    denied_paths:',
      '      - /etc',
      '      - /usr',
      '',
    ].join('\n');
    const own = await BuiltinServer.start({ config });
    const write = (path: string) => own.call('write_file', { path, content: 'x', create_dirs: true });
    const denied = await write('/etc/tw-test');
    expect(denied).toMatchObject({ isError: true, text: expect.stringContaining('toolwright.yaml:7:9') });
    expect(await write('/usr/tw-test')).toMatchObject({ isError: true });
    expect(await write('/tmp/tw-allowed-test.txt')).toMatchObject({ isError: false });
    rmSync('/tmp/tw-allowed-test.txt', { force: true });
    expect(await write('./output/x.txt')).toMatchObject({ isError: false });
    expect(await write('/tmpfoo/x')).toMatchObject({ isError: true });
    expect(await write(`./output/${'../'.repeat(20)}etc/tw-test`)).toMatchObject({ isError: true });
    symlinkSync('/etc', own.path('output/etc-link'));
    expect(await write('./output/etc-link/tw-test')).toMatchObject({ isError: true });
    await own.close();
  });

  test('by default only the working directory is open', async () => {
    expect(await server.call('read_file', { path: '/etc/passwd' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('refused'),
    });
    expect(await server.call('write_file', { path: '../x', content: '' })).toMatchObject({ isError: true });
    expect(await server.call('list_directory', { path: '..' })).toMatchObject({ isError: true });
    expect(await server.call('search_files', { path: '/' })).toMatchObject({ isError: true });
  });
});

describe('the client’s roots', () => {
  legacyTest('narrow what tools may touch, and never widen it', async () => {
    const inner = pathToFileURL(server.path('src')).href;
    const own = await BuiltinServer.start({
      directory: server.directory,
      connect: {
        capabilities: { roots: {} },
        prepare: (client) =>
          client.setRequestHandler(ListRootsRequestSchema, () => ({
            roots: [{ uri: inner }, { uri: 'file:///etc' }],
          })),
      },
    });
    expect(await own.call('read_file', { path: 'src/x.ts' })).toMatchObject({ isError: false });
    expect(await own.call('read_file', { path: 'a.txt' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('client'),
    });
    expect(await own.call('read_file', { path: '/etc/passwd' })).toMatchObject({ isError: true });
    expect(await own.call('execute_command', { command: 'cat a.txt', working_dir: 'src' })).toMatchObject({
      isError: false,
    });
    expect(await own.call('execute_command', { command: 'cat ../a.txt', working_dir: 'src' })).toMatchObject({
      isError: true,
    });
    expect(await own.call('execute_command', { command: 'ls' })).toMatchObject({ isError: true });
    await own.close();
  });

  for (const [what, uris, isOpen] of [
    ['one of another machine', ['file://server/share'], false],
    ['one that no file system can hold', ['file:///srv%00'], false],
    ['one of another machine beside one of this', ['file://server/share', 'HERE'], true],
    ['none at all', [], true],
    ['one that is no file', ['https://example.org/'], true],
  ] as const)
    legacyTest(`${what} ${isOpen ? 'leaves files open' : 'opens nothing'}`, async () => {
      const here = pathToFileURL(server.directory).href;
      const own = await BuiltinServer.start({
        directory: server.directory,
        connect: {
          capabilities: { roots: {} },
          prepare: (client) =>
            client.setRequestHandler(ListRootsRequestSchema, () => ({
              roots: uris.map((uri) => ({ uri: uri === 'HERE' ? here : uri })),
            })),
        },
      });
      expect(await own.call('read_file', { path: 'a.txt' })).toMatchObject({
        isError: !isOpen,
        ...(!isOpen && { text: expect.stringContaining("client's roots") as unknown }),
      });
      await own.close();
    });
});

/** Searches page by page; returns the texts of each. */
async function searchPages(server: BuiltinServer, args: Record<string, unknown>): Promise<string[][]> {
  const pages: string[][] = [];
  let next: Record<string, unknown> | undefined = {};
  while (next && pages.length < 100) {
    const { texts }: { texts: string[] } = await server.call('search_files', { ...args, ...next });
    pages.push(texts);
    const more: RegExpExecArray | null = /after: ("[^"]*")(?: and after_line: (\d+))?/.exec(texts[1]!);
    next = more
      ? { after: JSON.parse(more[1]!) as string, ...(more[2] && { after_line: Number(more[2]) }) }
      : undefined;
  }
  return pages;
}

describe('what a search leaves out, and how a long line is shown', () => {
  test('a hit is shown wherever it is in the line, with its column', async () => {
    writeFileSync(server.path('wide.min.js'), `${'x'.repeat(9_000)}needle${'y'.repeat(9_000)}\n`);
    for (const args of [{ content: 'needle' }, { content: 'ne+dle', regex: true }]) {
      const { text } = await server.call('search_files', { path: 'wide.min.js', ...args });
      expect(text).toMatch(/^wide\.min\.js\n1 \(column 9001\): …x+needley+…$/);
      expect(text.length).toBeLessThan(600);
    }
  });

  test('a file can be the path', async () => {
    expect((await server.call('search_files', { path: 'src/x.ts', content: 'export' })).text).toBe(
      'src/x.ts\n1: export const x = 1;',
    );
    expect(await server.json('search_files', { path: 'src/x.ts', pattern: '*.ts' })).toEqual(['src/x.ts']);
  });

  test('UTF-16 is searched; what is binary is named', async () => {
    const own = await BuiltinServer.start();
    writeFileSync(own.path('le.txt'), Buffer.from('\ufeffone\nwanted é\n', 'utf16le'));
    writeFileSync(own.path('be.txt'), Buffer.from('\ufeffone\nwanted é\n', 'utf16le').swap16());
    writeFileSync(own.path('bare.txt'), Buffer.from('one\nwanted é\n', 'utf16le'));
    writeFileSync(own.path('blob.bin'), Buffer.from([0, 1, 2, 0, 3, 0, 0, 0, 0, 9]));
    const { texts } = await own.call('search_files', { content: 'wanted' });
    expect(texts[0]).toBe('bare.txt\n2: wanted é\n\nbe.txt\n2: wanted é\n\nle.txt\n2: wanted é');
    expect(texts[1]).toContain('3 matching lines shown; these are all.');
    expect(texts[1]).toContain('1 file is binary, and not searched: blob.bin.');
    await own.close();
  });

  test('files of any size are searched, in parts of bounded memory, with lines of any length', async () => {
    const own = await BuiltinServer.start({ packs: ['files', 'code'] });
    const filler = `${'x'.repeat(99)}\n`.repeat(10_000);
    const parts = Array.from({ length: 22 }, (_, index) => `${filler}wanted é ${index}\n`);
    writeFileSync(own.path('huge.log'), parts.join(''));
    writeFileSync(
      own.path('line.json'),
      `first\n${'y'.repeat(21_000_000)}wanted!${'z'.repeat(5_000_000)}\nwanted last`,
    );
    const { texts } = await own.call('search_files', { content: 'wanted' });
    const lines = parts.map((_, index) => `${(index + 1) * 10_001}: wanted é ${index}`);
    const [, second] = texts[0]!.split('\n\n');
    expect(texts[0]!.split('\n\n')[0]).toBe(['huge.log', ...lines].join('\n'));
    expect(second).toMatch(/^line\.json\n2 \(column 21000001\): …y+wanted!z+…\n3: wanted last$/);
    expect(texts[1]).toBe('[24 matching lines shown; these are all.]');
    // On a busy machine the time for one page may end before the last file.
    const matched = await searchPages(own, { content: 'wan(ted é 2|.*last)', regex: true });
    expect(matched[0]![0]).toMatch(/^huge\.log\n30003: wanted é 2\n/);
    expect(matched.at(-1)![0]).toMatch(/(^|\n)line\.json\n3: wanted last$/);
    expect(matched.at(-1)![1]).toContain(
      '1 file is searched but for lines of more than 4 million characters',
    );
    const inside = await own.call('run', {
      command: "(await tools.search_files({ content: 'wanted' })).length",
    });
    expect(inside.text).toMatch(
      /^\[search_files: 1 file is shown only around each hit, [^\n]*: line\.json\.\]\n24$/,
    );
    await own.close();
  });

  test('pages of matches add up, also within one file', async () => {
    const own = await BuiltinServer.start({ config: 'answers: { budget: 1000 }\n' });
    const lines = Array.from({ length: 700 }, (_, index) => `match number ${index}`);
    writeFileSync(own.path('a.txt'), lines.slice(0, 500).join('\n'));
    writeFileSync(own.path('b.txt'), lines.slice(500).join('\n'));
    const pages = await searchPages(own, { content: 'match' });
    const seen = pages.flatMap(([found]) => [...found!.matchAll(/^\d+: (.*)$/gm)].map(([, text]) => text!));
    expect(seen).toEqual(lines);
    await own.close();
  });

  test.each(['[a', '{a,b', 'a{', '[z-a]'])('a wrong glob is an error: %s', async (pattern) => {
    const { isError, text } = await server.call('search_files', { pattern });
    expect({ isError, text }).toMatchObject({
      isError: true,
      text: expect.stringContaining('Invalid pattern'),
    });
  });
});

describe('encodings of read_file', () => {
  test('UTF-16 is text, in parts that add up; a UTF-8 mark is kept', async () => {
    const own = await BuiltinServer.start({ config: 'answers: { budget: 1000 }\n' });
    const text = Array.from({ length: 2_000 }, (_, index) => `Zeile ${index} 😀\n`).join('');
    writeFileSync(own.path('le.txt'), Buffer.from(`\ufeff${text}`, 'utf16le'));
    writeFileSync(own.path('be.txt'), Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
    writeFileSync(own.path('marked.txt'), '\ufeffone\n');
    for (const path of ['le.txt', 'be.txt']) {
      let read = '';
      let start: number | undefined = 0;
      while (start !== undefined) {
        const { texts }: { texts: string[] } = await own.call('read_file', { path, start_byte: start });
        read += texts[0];
        const next: RegExpExecArray | null = /start_byte (\d+)/.exec(texts[1] ?? '');
        start = next ? Number(next[1]) : undefined;
      }
      expect(read).toBe(text);
      const { text: lines } = await own.call('read_file', { path, start_line: 1_500, line_count: 2 });
      expect(lines).toBe('Zeile 1499 😀\nZeile 1500 😀\n');
    }
    expect((await own.call('read_file', { path: 'marked.txt' })).text).toBe('\ufeffone\n');
    await own.close();
  });

  test('a stated encoding is obeyed, whatever the bytes look like', async () => {
    writeFileSync(server.path('odd.bin'), Buffer.from([0x89, 0x50, 0, 0xe9]));
    const read = async (encoding: string) =>
      (await server.call('read_file', { path: 'odd.bin', encoding })).text;
    for (const latin1 of ['latin1', 'latin_1', 'Latin-1', 'iso-8859-1', 'ISO_8859_1', 'l1', 'cp819'])
      expect([latin1, await read(latin1)]).toEqual([latin1, '\x89P\0é']);
    for (const windows of ['windows-1252', 'cp1252', 'ascii', 'us-ascii'])
      expect([windows, await read(windows)]).toEqual([windows, '‰P\0é']);
  });

  test.each(['latin1', 'shift_jis', 'gbk', 'base64'])('%s is read in parts that add up', async (encoding) => {
    const own = await BuiltinServer.start({ config: 'answers: { budget: 500 }\n' });
    const bytes = Buffer.from(
      Array.from({ length: 9_000 }, (_, index) => [0x41, 0x82, 0xa0, 0x42][index % 4]!),
    );
    writeFileSync(own.path('x'), bytes);
    let read = '';
    let start: number | undefined = 0;
    while (start !== undefined) {
      const { texts }: { texts: string[] } = await own.call('read_file', {
        path: 'x',
        encoding,
        start_byte: start,
      });
      read += texts[0];
      const next: RegExpExecArray | null = /start_byte (\d+)/.exec(texts[1] ?? '');
      start = next ? Number(next[1]) : undefined;
    }
    const byNode = encoding === 'base64' || encoding === 'latin1';
    expect(read).toBe(byNode ? bytes.toString(encoding) : new TextDecoder(encoding).decode(bytes));
    await own.close();
  });
});

test('a thousand entries of a directory cost less than 8,000 tokens', async () => {
  const own = await BuiltinServer.start();
  for (let index = 0; index < 1_000; index++)
    writeFileSync(own.path(`component-${String(index).padStart(4, '0')}.tsx`), '');
  const { texts } = await own.call('list_directory');
  expect(JSON.parse(texts[0]!)).toHaveLength(1_000);
  expect(encode(texts.join('\n')).length).toBeLessThan(8_000);
  await own.close();
});
