import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { jsonOf } from '../support/connect';
import { GuideHome } from '../support/guide';
import { ListChanged } from '../support/notifications';

const command = join(__dirname, '..', '..', 'dist', 'bin', 'toolwright.js');
let home: GuideHome;
const clients: Client[] = [];
beforeEach(() => (home = new GuideHome()));
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function start(...more: string[]) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [command, 'serve', '--config-dir', home.configDir, ...more];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, cwd: home.cwd, stderr: 'ignore' }),
  );
  clients.push(client);
  return {
    client,
    call: async (name: string, args_: Record<string, unknown> = {}) =>
      jsonOf(await client.callTool({ name: `guide_${name}`, arguments: args_ })),
  };
}

test('init, then a server that gives what init put in place by tool, prompt and resource', async () => {
  const init = spawnSync(process.execPath, [command, 'init', '-c', home.configDir], {
    cwd: home.cwd,
    encoding: 'utf8',
  });
  expect(init).toMatchObject({ status: 0, stderr: '' });
  const { client, call } = await start();
  const { value } = await call('get_content', { expression: 'lang/python' });
  expect(value).toContain('# Python');
  const { messages } = await client.getPrompt({ name: 'guide', arguments: { arg1: 'lang/python' } });
  expect(JSON.parse((messages[0]!.content as { text: string }).text)).toMatchObject({ value });
  const { contents } = await client.readResource({ uri: 'guide://lang/python' });
  expect((contents[0] as { text: string }).text).toBe(value);
});

test('G18 values survive a restart and a second server process sees them at once', async () => {
  const first = await start();
  const second = await start();
  await first.call('set_project_flag', { feature_name: 'x', value: 'one' });
  expect(await second.call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'one',
  });
  await second.call('set_feature_flag', { feature_name: 'y', value: ['a'] });
  expect(await first.call('list_project_flags')).toEqual({ success: true, value: { y: ['a'], x: 'one' } });
  for (const client of clients.splice(0)) await client.close();
  expect(await (await start()).call('get_project_flag', { feature_name: 'x' })).toEqual({
    success: true,
    value: 'one',
  });
});

test('a broken configuration stops nothing but what needs it', async () => {
  writeFileSync(home.configFile, 'feature_flags: {\n');
  const { call, client } = await start();
  expect(await call('get_feature_flag', { feature_name: 'x' })).toMatchObject({
    error_type: 'config_read_error',
  });
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(readFileSync(home.configFile, 'utf8')).toBe('feature_flags: {\n');
});

test('resources that come and go reach a client of the command', async () => {
  const { client, call } = await start();
  await call('category_add', { name: 'docs', dir: 'docs' });
  home.document('docs/a.md', 'a');
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('guide://docs/a.md');
  const changed = new ListChanged(client, 'resources');
  await call('category_add', { name: 'more' });
  await changed.next();
});

test('a file and a folder that the server may not read are named, and the others are given', () => {
  for (const name of ['a', 'b', 'locked/c']) home.document(`docs/${name}.md`, name);
  const init = ['call', 'category_add', '{"name": "docs"}'];
  const run = (words: string[], through: string[] = []) =>
    spawnSync(
      through[0] ?? process.execPath,
      [
        ...through.slice(1),
        ...(through.length ? [process.execPath] : []),
        command,
        ...words,
        '-c',
        home.configDir,
      ],
      {
        cwd: home.cwd,
        encoding: 'utf8',
      },
    );
  expect(run(init)).toMatchObject({ status: 0 });
  const closed = [join(home.docroot, 'docs', 'b.md'), join(home.docroot, 'docs', 'locked')];
  // Root may read everything, so the command runs as somebody else.
  const asRoot = process.getuid?.() === 0;
  for (const path of [dirname(home.path), home.path]) chmodSync(path, 0o755);
  for (const path of closed) chmodSync(path, 0);
  const stranger = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const { stdout } = run(['call', 'get_content', '{"expression": "docs"}', '--json'], asRoot ? stranger : []);
  for (const path of closed) chmodSync(path, 0o755);
  const [answer] = (JSON.parse(stdout) as { content: { text: string }[] }).content;
  expect(JSON.parse(answer!.text)).toEqual({
    success: true,
    value: 'a',
    message: 'Note: docs/locked cannot be read.\nNote: docs/b.md cannot be read (EACCES).',
  });
});
