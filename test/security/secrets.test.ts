import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCall } from '../../src/app/wiring/bind-policy';
import type { DeclaredAccess } from '../../src/base/access';
import { sandboxed } from '../../src/process/bubblewrap';
import type { ToolShape } from '../../src/tool/tool';
import { BuiltinServer } from '../support/builtin-server';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';
import { exampleArguments, SHIPPED } from '../support/tool-examples';

// No tool shows a secret of the server itself, although it is inside an allowed root.
const SECRET = 'SECRET-51c9-of-the-server';
const ENV = { PATH: process.env['PATH'] ?? '', BRAVE_API_KEY: SECRET };
const PACKS = ['utility', 'files', 'system', 'guide', 'operations'];
const config = (sandbox: string, commands: string) => `sandbox: ${sandbox}
definitions: { enable: [${SHIPPED.join(', ')}] }
http: { cert: tls/cert.pem, key: tls/key.pem, tokens: tokens.txt }
clients: { state_secret: ${SECRET}-that-is-long-enough-for-a-seal }
tools: { execute_command: { allowed_commands: [${commands}], timeout: 5 } }
`;
const FILES = ['tls/key.pem', './tls/../tls/key.pem', 'tokens.txt', 'toolwright.yaml', 'linked'];

async function serverIn(sandbox: string, program = ''): Promise<BuiltinServer> {
  const directory = temporaryDirectory('tw-secrets');
  const commands = program === '' ? '' : join(directory, 'program.sh');
  if (program !== '') writeFileSync(commands, program, { mode: 0o755 });
  mkdirSync(join(directory, 'tls'));
  for (const file of ['tls/key.pem', 'tokens.txt']) writeFileSync(join(directory, file), `${SECRET}\n`);
  writeFileSync(join(directory, 'tls/cert.pem'), 'a certificate is public\n');
  symlinkSync('tls/key.pem', join(directory, 'linked'));
  return BuiltinServer.start({ directory, config: config(sandbox, commands), packs: PACKS, env: ENV });
}

function withPath(tool: ToolShape, { field, kind }: DeclaredAccess, path: string): Record<string, unknown> {
  const { inputSchema } = tool.describe();
  const args = exampleArguments(inputSchema) as Record<string, unknown>;
  const value = kind === 'command' ? `cat ${path}` : path;
  return { ...args, [field]: inputSchema.properties?.[field]?.type === 'array' ? [value] : value };
}

test('the policy refuses every file with a secret in every argument of every tool and definition', async () => {
  const server = await serverIn('off');
  const { setup, registry } = server.open;
  const seen: string[] = [];
  let tried = 0;
  for (const tool of registry.list()) {
    for (const access of (tool.accesses ?? []).filter(({ kind }) => kind !== 'address')) {
      for (const file of FILES) {
        const checked = await tool.check(withPath(tool, access, file));
        if (!checked.ok) continue;
        tried++;
        const judged = await explainCall(setup, tool, checked.args);
        if (!judged.some(({ refusal }) => refusal)) seen.push(`${tool.name}.${access.field}: ${file}`);
      }
    }
  }
  await server.close();
  expect(tried).toBeGreaterThan(300);
  expect(seen).toEqual([]);
});

const LINES = [
  'cat tls/key.pem',
  'cat linked',
  'cat tokens.txt toolwright.yaml',
  'head -c 99 ./tls//key.pem',
  'grep -r SECRET .',
  'grep -rh SECRET tls',
  'cat tls/*',
  'cp tls/key.pem copy.txt && cat copy.txt',
  'cp -r tls copies',
  'mv tls moved && cat moved/key.pem',
  'ln tls/key.pem hard',
  'ln -s tls/key.pem soft && cat soft',
  'tar cf - tls',
  'find . -name key.pem -exec cat {} +',
  'sort < tls/key.pem',
  'diff tls/key.pem tls/cert.pem',
  'base64 tls/key.pem',
  "sh -c 'cat tls/key.pem'",
  'wc -l --files0-from=tls/key.pem',
];

describe.each([['off'], ['auto']])('sandbox: %s', (sandbox) => {
  let server: BuiltinServer;
  beforeAll(async () => void (server = await serverIn(sandbox)));
  afterAll(() => server.close());

  test('files that are read, searched and run through show none', async () => {
    const answers = [
      ...(await Promise.all(FILES.map((path) => server.call('read_file', { path })))),
      await server.call('search_files', {
        path: '.',
        pattern: '**',
        content: SECRET,
        hidden: true,
        ignored: true,
      }),
      await server.call('search_files', { path: 'tls/key.pem', content: SECRET }),
    ];
    for (const command of LINES) answers.push(await server.call('execute_command', { command }));
    expect(answers.map(({ texts }) => texts.join('\n')).filter((text) => text.includes('51c9'))).toEqual([]);
    expect(readFileSync(join(server.directory, 'tls/key.pem'), 'utf8')).toBe(`${SECRET}\n`);
    expect(existsSync(join(server.directory, 'copy.txt'))).toBe(false);
  });

  test('what is not secret can be read, and a refusal names the setting', async () => {
    expect((await server.call('read_file', { path: 'tls/cert.pem' })).text).toContain('public');
    const { text } = await server.call('read_file', { path: 'toolwright.yaml' });
    const tree = await server.call('execute_command', { command: 'grep -r SECRET tls' });
    expect(tree.text).toMatch(/\(http\.key\), which no tool may see, and it is inside .*keep it elsewhere/);
    expect(text).toMatch(/contains a secret of the server \(clients\.state_secret\).*toolwright\.yaml:4:/);
  });
});

needs('bubblewrap').test('in the sandbox a program that nobody has looked into sees none', async () => {
  const script = '#!/bin/sh\ncat tls/cert.pem tls/key.pem tokens.txt toolwright.yaml\ntrue\n';
  const server = await serverIn('required', script);
  const { texts } = await server.call('execute_command', { command: './program.sh' });
  expect(texts.join('')).toContain('a certificate is public');
  expect(texts.join('')).not.toContain('51c9');
  await server.close();
});

test('a secret outside the roots is refused as anything else there, so that nobody learns where it is', async () => {
  const elsewhere = join(temporaryDirectory('tw-elsewhere'), 'key.pem');
  writeFileSync(elsewhere, SECRET);
  const server = await BuiltinServer.start({
    config: `http: { cert: c.pem, key: ${elsewhere} }\n`,
    env: ENV,
  });
  const { text } = await server.call('read_file', { path: elsewhere });
  expect(text).toContain('is outside the allowed paths');
  expect(text).not.toContain('secret of the server');
  await server.close();
});

test('a configuration file without a secret can be read', async () => {
  const server = await BuiltinServer.start({ config: 'sandbox: off\n', env: ENV });
  expect((await server.call('read_file', { path: 'toolwright.yaml' })).text).toContain('sandbox: off');
  await server.close();
});

describe('everything is allowed', () => {
  let server: BuiltinServer;
  beforeAll(async () => {
    const own = `roots: [/]\nsandbox: off\ntools: { execute_command: { allowed_commands: [/usr/bin/cat, /usr/bin/grep, /usr/bin/find] } }\n`;
    server = await BuiltinServer.start({ config: own, env: ENV });
  });
  afterAll(() => server.close());

  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : [];
  test.each([
    '/proc/self/environ',
    '/proc/thread-self/environ',
    `/proc/${process.pid}/environ`,
    `/proc/${process.pid}/task/${threads.at(-1)}/environ`,
    `/proc/${threads.at(-1)}/environ`,
    `/proc/${process.ppid}/cmdline`,
    `/proc/${process.pid}/mem`,
  ])('%s is not shown', async (path) => {
    const tried = [
      await server.call('read_file', { path }),
      await server.call('search_files', { path, content: 'PATH' }),
      await server.call('execute_command', { command: `/usr/bin/cat ${path}` }),
      await server.call('execute_command', { command: `/usr/bin/grep -a PATH ${path}` }),
    ];
    expect(tried.map(({ isError }) => isError)).toEqual([true, true, true, true]);
  });

  test('nor by a search through all processes', async () => {
    const found = await server.call('search_files', {
      path: '/proc',
      content: 'PATH=',
      pattern: 'environ',
      depth: 3,
    });
    expect(found.texts.join('')).not.toContain('PATH=');
    const line = await server.call('execute_command', { command: '/usr/bin/grep -rsa PATH= /proc' });
    expect(line.isError).toBe(true);
  });

  test('what is said of the whole machine is', async () => {
    expect((await server.call('read_file', { path: '/proc/version' })).text).toContain('Linux');
  });
});

needs('bubblewrap').test.each(['/', '/proc', `/proc/${process.pid}`])(
  'a sandbox with %s in it shows no processes but its own',
  (place) => {
    const { file, args } = sandboxed(
      { bwrap: 'bwrap', writable: [place], readable: [], network: false },
      { file: '/bin/sh', args: ['-c', 'echo /proc/[0-9]*; : > /dev/null'], cwd: '/' },
    );
    const { stdout, status } = spawnSync(file, args, { encoding: 'utf8' });
    expect({ status, processes: stdout.trim().split(' ').length }).toEqual({ status: 0, processes: 2 });
  },
);
