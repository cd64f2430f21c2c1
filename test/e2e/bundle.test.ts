import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const root = join(__dirname, '..', '..');
const FILES_READ = join(root, 'test', 'fixtures', 'files-read.cjs');

async function filesRead(session: (server: ServerProcess) => Promise<unknown>): Promise<string[]> {
  const server = new ServerProcess([], { env: { NODE_OPTIONS: `--require ${FILES_READ}` } });
  await server.initialize();
  await session(server);
  await server.end();
  const [, list = '[]'] = /FILES (.*)/.exec(server.stderr) ?? [];
  return (JSON.parse(list) as string[]).filter((path) => /bundle-.*\.cjs$/.test(path));
}

test('a session of tools alone never reads the SDK; the first prompt does', async () => {
  const tools = await filesRead(async (server) => {
    await server.toolNames();
    expect((await server.call('guide_echo', { message: 'hi' })).result).toBeDefined();
    const params = {
      name: 'guide_echo',
      arguments: { message: 'hi' },
      _meta: {
        progressToken: 1,
        'claudecode/toolUseId': 'toolu_01',
        threadId: 'a',
        'x-codex-turn-metadata': {},
      },
    };
    expect((await server.request('tools/call', params)).result).toBeDefined();
  });
  expect(tools).toHaveLength(1);
  const prompts = await filesRead((server) => server.request('prompts/list'));
  expect(prompts).toHaveLength(2);
});

describe('the code cache', () => {
  let copy: string;
  const caches = (): string[] => readdirSync(join(copy, 'dist')).filter((file) => file.endsWith('.cache'));
  const serve = (
    program = [join('dist', 'bin', 'toolwright.js'), 'serve'],
  ): { status: number | null; stdout: string; stderr: string } => {
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const said = [
      { id: 1, method: 'initialize', params: hello },
      { id: 2, method: 'tools/call', params: { name: 'guide_echo', arguments: { message: 'still here' } } },
    ];
    const input = said.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
    return spawnSync(process.execPath, program, { cwd: copy, input, encoding: 'utf8' });
  };

  beforeEach(() => {
    copy = temporaryDirectory('toolwright-bundle');
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });

  test('is made again where it is missing', () => {
    const before = caches();
    expect(before).toHaveLength(2);
    for (const file of before) rmSync(join(copy, 'dist', file));
    expect(serve().stdout).toContain('still here');
    expect(caches()).toHaveLength(1);
  });

  test('is made by an author’s server too, and by nothing that only imports the library', () => {
    for (const file of caches()) rmSync(join(copy, 'dist', file));
    writeFileSync(join(copy, 'importer.cjs'), "require('./dist/index.js').serveStdio;");
    expect(serve(['importer.cjs'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(caches()).toEqual([]);
    writeFileSync(
      join(copy, 'server.cjs'),
      `const { defineApp, defineTool, serveStdio } = require('./dist/index.js');
       const inputSchema = { type: 'object', properties: { message: { type: 'string' } } };
       const echo = defineTool({ name: 'guide_echo', description: 'Echo.', inputSchema, run: ({ message }) => message });
       void serveStdio(defineApp({ name: 'a', version: '1', tools: [echo] }));`,
    );
    expect(serve(['server.cjs']).stdout).toContain('still here');
    const [made, ...more] = caches();
    expect(more).toEqual([]);
    expect(made).toContain(process.version);
    const { ino } = statSync(join(copy, 'dist', made!));
    expect(serve(['server.cjs']).stdout).toContain('still here');
    expect(statSync(join(copy, 'dist', made!)).ino).toBe(ino);
  });

  test('is thrown away where it is damaged', () => {
    for (const file of caches()) writeFileSync(join(copy, 'dist', file), 'nonsense');
    const { stdout, status } = serve();
    expect(stdout).toContain('still here');
    expect(status).toBe(0);
  });
});

test('the library is imported by name from an ES module', () => {
  const program =
    "import { Tool, Result } from 'toolwright'; import { ToolRegistry } from 'toolwright/embed'; console.log(typeof Tool, new ToolRegistry([]).list().length, Result.ok(1).success)";
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe('function 0 true');
});
