import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltinServer } from '../support/builtin-server';
import { CANARY, Playground } from '../support/policy-playground';

// Every attempt is made through a real client; whatever is answered, the canary is neither seen nor changed.
const play = new Playground();
let server: BuiltinServer;
beforeAll(async () => {
  mkdirSync(join(play.root, 'weird\u202ename'), { recursive: true });
  symlinkSync('dir-out/canary.txt', join(play.root, 'link-to-link'));
  symlinkSync('/proc/self/root', join(play.root, 'proc-root'));
  symlinkSync('/proc/self/cwd/..', join(play.root, 'proc-cwd'));
  symlinkSync('sub/deep/up/outside', join(play.root, 'through-up'));
  symlinkSync(`${play.root}/../outside/canary.txt`, join(play.root, 'dotted-link'));
  symlinkSync('/dev/zero', join(play.root, 'device'));
  symlinkSync('/dev/stdin', join(play.root, 'stdin'));
  execFileSync('mkfifo', [join(play.root, 'fifo')]);
  server = await BuiltinServer.start({ directory: play.root, config: 'sandbox: off\n' });
});
afterAll(async () => {
  await server.close();
});

const up = (times: number) => '../'.repeat(times);
const ATTEMPTS = [
  // upwards
  '..',
  '../',
  '../.',
  './..',
  '../outside/canary.txt',
  './../outside/canary.txt',
  'sub/../../outside/canary.txt',
  'sub/../sub/../../outside/canary.txt',
  `${up(2)}${up(30)}etc/passwd`,
  'sub/deep/../../../outside/canary.txt',
  './/..//outside//canary.txt',
  '.././outside/./canary.txt',
  'nope/../../outside/canary.txt',
  'a/b/c/../../../../outside/canary.txt',
  'a.txt/../../outside/canary.txt',
  // absolute
  '/',
  '//',
  '/etc/passwd',
  '//etc/passwd',
  '/./etc/passwd',
  '/etc/../etc/passwd',
  '/proc/self/environ',
  '/proc/self/cmdline',
  '/proc/self/maps',
  '/proc/1/environ',
  '/dev/null',
  '/dev/zero',
  '/dev/stdin',
  '/dev/fd/0',
  '/proc/self/fd/0',
  '/proc/self/cwd/../outside/canary.txt',
  '/proc/self/root/etc/passwd',
  '/dev/../etc/passwd',
  // prefix confusion
  '../root-evil',
  '../root-evil/canary.txt',
  '../root-evil/../root-evil/canary.txt',
  // links
  'link-out',
  './link-out',
  'sub/../link-out',
  'dir-out',
  'dir-out/',
  'dir-out/canary.txt',
  'dir-out/./canary.txt',
  'dir-out/../outside/canary.txt',
  'dangling',
  'link-to-link',
  'dotted-link',
  'through-up',
  'through-up/canary.txt',
  'sub/deep/up',
  'sub/deep/up/outside/canary.txt',
  'sub/deep/up/root/../outside/canary.txt',
  'proc-root',
  'proc-root/etc/passwd',
  'proc-cwd',
  'proc-cwd/outside/canary.txt',
  'loop',
  'loop/x',
  'link-in/../../outside/canary.txt',
  'dir-out/../../../../../../etc/passwd',
  // encodings, which are names and nothing else
  '..%2foutside%2fcanary.txt',
  '%2e%2e/outside/canary.txt',
  '..%252foutside',
  '..\\outside\\canary.txt',
  '..\\..\\',
  '..%c0%afoutside',
  '\u2025/outside/canary.txt',
  '\uff0e\uff0e/outside/canary.txt',
  '..\u2215outside\u2215canary.txt',
  '..\u002foutside/canary.txt',
  'file:///etc/passwd',
  'file://../outside/canary.txt',
  '~',
  '~/',
  '~root',
  '~/../outside/canary.txt',
  '$HOME/x',
  '${PWD}/../outside/canary.txt',
  '$(cat ../outside/canary.txt)',
  '`cat ../outside/canary.txt`',
  '../outside/canary.txt\0',
  'a.txt\0/../../outside/canary.txt',
  '\0',
  '',
  ' ',
  ' ../outside/canary.txt',
  '../outside/canary.txt ',
  '\t../outside',
  '\n../outside/canary.txt',
  '../outside/canary.txt\n',
  '..;/outside/canary.txt',
  '..././outside/canary.txt',
  '....//outside/canary.txt',
  '.../outside/canary.txt',
  '..//..//..//..//..//etc/passwd',
  'CON',
  'C:\\Windows\\win.ini',
  '\\\\server\\share',
  'a.txt::$DATA',
  // devices and pipes
  'fifo',
  'device',
  'stdin',
  './fifo',
  '/dev/random',
  '/dev/tty',
  '/dev/mem',
  // lengths
  'x'.repeat(300),
  `${'x/'.repeat(2500)}y`,
  `${up(2000)}etc/passwd`,
  `${'sub/../'.repeat(500)}../outside/canary.txt`,
];
const SECRETS = [CANARY, 'root:x:0:0', 'root:*:'];

function shown(reply: unknown): string {
  return JSON.stringify(reply);
}

function expectUntouched(): void {
  expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
  expect(readdirSync(play.outside)).toEqual(['canary.txt']);
  expect(readdirSync(`${play.root}-evil`)).toEqual(['canary.txt']);
  expect(readdirSync(play.base).sort()).toEqual(['outside', 'root', 'root-evil']);
}

describe.each([
  ['read_file', (path: string) => ({ path })],
  ['read_file as base64', (path: string) => ({ path, encoding: 'base64' })],
  ['write_file', (path: string) => ({ path, content: 'OVERWRITTEN' })],
  [
    'write_file with directories',
    (path: string) => ({ path: `${path}/new/file.txt`, content: 'x', create_dirs: true }),
  ],
  ['list_directory', (path: string) => ({ path, recursive: true, limit: 50 })],
  ['search_files', (path: string) => ({ path, pattern: '*', content: 'CANARY', limit: 50 })],
  [
    'execute_command',
    (path: string) => ({ command: 'cat canary.txt ../outside/canary.txt', working_dir: path }),
  ],
] as const)('%s', (name, args) => {
  const tool = name.split(' ')[0]!;
  test.each(ATTEMPTS.map((path) => [path.length > 80 ? `${path.slice(0, 80)}…` : path, path]))(
    '%j',
    async (_, path) => {
      const { reply } = await server.call(tool, args(path));
      for (const secret of SECRETS) expect(shown(reply)).not.toContain(secret);
      expect(shown(reply)).not.toContain(Buffer.from(CANARY).toString('base64'));
      expectUntouched();
    },
  );
});

test('a tree with links out of it gives nothing from outside', async () => {
  for (const [tool, args] of [
    ['list_directory', { recursive: true, limit: 5000 }],
    ['search_files', { pattern: '**/*', limit: 5000 }],
    ['search_files', { pattern: 'canary.txt' }],
    ['search_files', { content: 'CANARY' }],
    ['search_files', { content: '.', regex: true, pattern: 'link-*' }],
    ['search_files', { pattern: 'dir-out/*' }],
  ] as const) {
    const { reply } = await server.call(tool, args);
    expect(shown(reply)).not.toContain(CANARY);
    expect(shown(reply)).not.toContain('dir-out/canary');
    expect(shown(reply)).not.toContain('through-up/canary');
  }
});

test('the files that steer the server stay as they are', async () => {
  const before = readFileSync(join(play.root, 'toolwright.yaml'), 'utf8');
  symlinkSync('toolwright.yaml', join(play.root, 'innocent.txt'));
  for (const path of [
    'toolwright.yaml',
    './toolwright.yaml',
    'sub/../toolwright.yaml',
    'innocent.txt',
    '.toolwright/tools/evil.json',
    join(play.root, 'toolwright.yaml'),
    'home/.config/toolwright/config.yaml',
  ]) {
    expect(await server.call('write_file', { path, content: 'packs: []', create_dirs: true })).toMatchObject({
      isError: true,
    });
  }
  expect(readFileSync(join(play.root, 'toolwright.yaml'), 'utf8')).toBe(before);
});

test('a directory called tools that steers nothing is not locked', async () => {
  mkdirSync(join(play.root, 'tools'), { recursive: true });
  expect(await server.call('write_file', { path: 'tools/mine.json', content: '{}' })).toMatchObject({
    isError: false,
  });
});

test('a hard link is replaced, never written through', async () => {
  const inner = join(play.root, 'hard.txt');
  linkSync(play.canary, inner);
  await server.call('write_file', { path: 'hard.txt', content: 'mine' });
  expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
  linkSync(play.canary, join(play.root, 'hard2.txt'));
  for (const command of ['cat a.txt > hard2.txt', 'cat a.txt >> hard2.txt'])
    await server.call('execute_command', { command });
  expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
  writeFileSync(join(play.root, 'a.txt'), 'alpha\nbeta\n');
});
