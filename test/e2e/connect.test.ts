import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

function world(): {
  home: string;
  connect(...args: string[]): { code: number | null; out: string; err: string };
} {
  const home = temporaryDirectory('tw-connect');
  const env = { PATH: process.env['PATH'], HOME: home };
  return {
    home,
    connect: (...args) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, 'connect', ...args], {
        cwd: home,
        env,
        encoding: 'utf8',
      });
      return { code: status, out: stdout, err: stderr };
    },
  };
}

// Said whenever a command speaks of our own server because it found no other.
const SHIPPED = 'app: the shipped server, since no app was found here; name yours with --app FILE\n';

test('what is written into a client’s configuration starts a server that answers, from any directory', async () => {
  const { home, connect } = world();
  expect(connect('cursor', '--write', '--name', 'mine', '--pack', 'utility').err).toBe(SHIPPED);
  const { mcpServers } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const client = new Client({ name: 'cursor', version: '1' });
  const elsewhere = temporaryDirectory('tw-elsewhere');
  const env = { PATH: process.env['PATH']!, HOME: home };
  await client.connect(
    new StdioClientTransport({ ...mcpServers['mine']!, cwd: elsewhere, env, stderr: 'ignore' }),
  );
  const { tools } = await client.listTools();
  expect(tools.some(({ name }) => name.endsWith('echo'))).toBe(true);
  await client.close();
});

test('a file with comments and other servers keeps them; --undo restores it to the letter', () => {
  const { home, connect } = world();
  const file = join(home, '.config/zed/settings.json');
  mkdirSync(join(home, '.config/zed'), { recursive: true });
  const before =
    '// mine\n{\n  "theme": "dark", // at night\n  "context_servers": { "other": { "command": "uvx" } },\n}\n';
  writeFileSync(file, before, { mode: 0o640 });
  expect(connect('zed', '--write')).toMatchObject({ code: 0, err: SHIPPED });
  const after = readFileSync(file, 'utf8');
  for (const kept of ['// mine', '// at night', '"other": { "command": "uvx" }', '"toolwright"'])
    expect(after).toContain(kept);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readFileSync(`${file}.before-toolwright`, 'utf8')).toBe(before);
  expect(connect('zed', '--write').out).toContain('has it already');
  expect(connect('zed', '--undo').code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(connect('zed', '--undo')).toMatchObject({
    code: 2,
    err: expect.stringContaining('nothing to undo') as string,
  });
});

test('--undo keeps what others changed since, and removes a file that was made', () => {
  const { home, connect } = world();
  const file = join(home, '.codex/config.toml');
  connect('codex', '--write');
  expect(readFileSync(file, 'utf8')).toContain('[mcp_servers.toolwright]');
  expect(connect('codex', '--undo').out).toContain('was removed');
  expect(existsSync(file)).toBe(false);
  connect('codex', '--write');
  writeFileSync(file, `model = "large"\n\n${readFileSync(file, 'utf8')}`);
  connect('codex', '--undo');
  expect(readFileSync(file, 'utf8').trim()).toBe('model = "large"');
});

test('a link to a configuration that is kept elsewhere stays a link', () => {
  const { home, connect } = world();
  mkdirSync(join(home, 'dotfiles'));
  mkdirSync(join(home, '.gemini'));
  writeFileSync(join(home, 'dotfiles/settings.json'), '{}\n');
  symlinkSync('../dotfiles/settings.json', join(home, '.gemini/settings.json'));
  connect('gemini-cli', '--write');
  expect(lstatSync(join(home, '.gemini/settings.json')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(home, 'dotfiles/settings.json'), 'utf8')).toContain('toolwright');
});

test('without --write nothing is written, and the text that is shown is what belongs there', () => {
  const { home, connect } = world();
  const { code, out } = connect('goose', '--url', 'http://127.0.0.1:3000/mcp', '--name', 'mine');
  expect(code).toBe(0);
  expect(out).toContain('uri: http://127.0.0.1:3000/mcp');
  expect(existsSync(join(home, '.config/goose'))).toBe(false);
});

test.each([
  [['cursro'], /'cursro' is no client that is known; did you mean cursor\?/],
  [['cursor', 'zed'], /one name at a time, got 'zed' too/],
  [['cursor', '--write', '--undo'], /--write and --undo: choose one of them/],
  [['cursor', '--name'], /--name needs a value/],
  [['cursor', '--nope'], /--nope: unknown option/],
  [['claude-desktop', '--project'], /no configuration of its own in a project/],
  [['claude-desktop', '--url', 'http://127.0.0.1:1/mcp'], /takes no address/],
  [['cursor', '--url', 'ftp://x'], /--url takes an address/],
  [['cursor', '--url', 'http://x/', '--root', '.'], /--root is for one that is started/],
])('connect %j is refused in one line', (args, text) => {
  const { code, out, err } = world().connect(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(text);
  expect(err.trimEnd()).not.toContain('\n');
});

test('a configuration that is broken is left as it is, and the answer says where', () => {
  const { home, connect } = world();
  mkdirSync(join(home, '.cursor'));
  writeFileSync(join(home, '.cursor/mcp.json'), '{ "mcpServers": {');
  const { code, err } = connect('cursor', '--write');
  expect(code).toBe(2);
  expect(err).toMatch(/mcp\.json was left as it is: it is not valid JSON/);
  expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).toBe('{ "mcpServers": {');
});

test('the list names the clients and those that are on this machine', () => {
  const { home, connect } = world();
  mkdirSync(join(home, '.cursor'));
  const { out } = connect();
  expect(out).toMatch(/^cursor +Cursor \(found on this machine\)$/m);
  expect(out).toMatch(/^goose +Goose$/m);
});

test('an author’s app is written with the absolute path of its file', () => {
  const { home, connect } = world();
  writeFileSync(
    join(home, 'server.cjs'),
    `const { defineApp, defineTool } = require(${JSON.stringify(join(__dirname, '../../dist/index.js'))});
module.exports = defineApp({ name: 'notes', version: '1.0.0', tools: [defineTool({ name: 'hello', description: 'Say hello.', inputSchema: { type: 'object', properties: {} }, run: () => 'hello' })] });`,
  );
  const { code, out } = connect('claude-code', '--json', '--app', 'server.cjs');
  expect(code).toBe(0);
  const { name, entry } = JSON.parse(out) as { name: string; entry: { command: string; args: string[] } };
  expect(name).toBe('notes');
  expect(entry.args).toEqual(expect.arrayContaining(['serve', '--app', join(home, 'server.cjs')]));
  const call = [...entry.args.slice(0, 1), 'call', 'hello', ...entry.args.slice(2, 4)];
  expect(
    execFileSync(entry.command, call, {
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    }),
  ).toContain('hello');
});

test('a toolwright.yaml that nobody trusts stops connect, until it is trusted, named or left out', () => {
  const { home, connect } = world();
  writeFileSync(join(home, 'toolwright.yaml'), 'prefix: mine\n');
  const { code, err } = connect('cursor', '--write');
  expect([code, err]).toEqual([2, expect.stringContaining('toolwright.yaml (configuration)')]);
  expect(existsSync(join(home, '.cursor/mcp.json'))).toBe(false);
  expect(connect('cursor', '--json', '--config', 'toolwright.yaml')).toMatchObject({ code: 0 });
  expect(connect('cursor', '--json', '--leave-out')).toMatchObject({ code: 0 });
});

test('relative paths of a configuration mean the same wherever a client starts what was written', async () => {
  const { home, connect } = world();
  mkdirSync(join(home, 'private'));
  writeFileSync(join(home, 'private/key.txt'), 'secret');
  writeFileSync(join(home, 'note.txt'), 'read me');
  writeFileSync(join(home, 'deny.yaml'), 'tools: { read_file: { denied_paths: [./private] } }\nprefix: ""\n');
  connect('cursor', '--write', '--name', 'mine', '--config', 'deny.yaml');
  const { mcpServers } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')) as {
    mcpServers: Record<string, { command: string; args: string[] }>;
  };
  const client = new Client({ name: 'cursor', version: '1' });
  const env = { PATH: process.env['PATH']!, HOME: home };
  const cwd = temporaryDirectory('tw-elsewhere');
  await client.connect(new StdioClientTransport({ ...mcpServers['mine']!, cwd, env, stderr: 'ignore' }));
  const read = async (path: string) =>
    JSON.stringify(await client.callTool({ name: 'read_file', arguments: { path } }));
  expect(await read(join(home, 'private/key.txt'))).toMatch(/denied/);
  expect(await read('private/key.txt')).toMatch(/denied/);
  expect(await read('note.txt')).toContain('read me');
  await client.close();
});

test('--cwd names the directory that is missing', () => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'serve', '--cwd', 'nowhere'], {
    encoding: 'utf8',
    input: '',
  });
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/--cwd: there is no directory \S+nowhere that this process may enter/),
  ]);
});

test.each(['serve', 'worker'])('%s says that --cwd needs a value', (command) => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, command, '--cwd'], {
    encoding: 'utf8',
    input: '',
  });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/--cwd: needs a value\. Write --cwd DIR\./)]);
});

test('serve --help finds the app in the directory that --cwd names', () => {
  const { home } = world();
  writeFileSync(
    join(home, 'server.cjs'),
    `const { defineApp } = require(${JSON.stringify(join(__dirname, '../../dist/index.js'))});
module.exports = defineApp({ name: 'notes', version: '1.0.0', tools: [] });`,
  );
  const words = ['serve', '--cwd', home, '--app', 'server.cjs', '--help'];
  const { status, stdout } = spawnSync(process.execPath, [COMMAND, ...words], { cwd: '/', encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('--cwd DIR')]);
});
