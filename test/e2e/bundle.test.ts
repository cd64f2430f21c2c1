import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { userDirectory } from '../../src/disk/user-directories';
import { ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const root = join(__dirname, '..', '..');
const FILES_READ = join(root, 'test', 'fixtures', 'files-read.cjs');
const TRACED = { NODE_OPTIONS: `--require ${FILES_READ}` };

// Caches are read from descriptors, nothing else is.
function cachesRead(stderr: string): string[] {
  const [, list = '[]'] = /FILES (.*)/.exec(stderr) ?? [];
  return (JSON.parse(list) as string[]).filter((path) => /^\d+$/.test(path));
}

async function filesRead(
  session: (server: ServerProcess) => Promise<unknown>,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<string[]> {
  const server = new ServerProcess(args, { env: { ...env, ...TRACED } });
  await server.initialize();
  await session(server);
  await server.end();
  const [, list = '[]'] = /FILES (.*)/.exec(server.stderr) ?? [];
  return (JSON.parse(list) as string[]).filter((path) => /bundle-.*\.cjs$/.test(path));
}

test('a session of tools alone reads what a start needs; the first prompt needs the rest, and the SDK', async () => {
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
    // What a server does some time after its start needs no more either.
    await new Promise((resolve) => setTimeout(resolve, 700));
  });
  expect(tools).toHaveLength(1);
  const prompts = await filesRead((server) => server.request('prompts/list'));
  expect(prompts).toHaveLength(3);
});

test('options and a trusted file need the YAML library besides, and no more', async () => {
  const home = temporaryDirectory('tw-bundle-config');
  writeFileSync(join(home, 'toolwright.yaml'), 'roots: [.]\nlog: { level: error }\n');
  const env = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home };
  const command = join(root, 'dist', 'bin', 'toolwright.js');
  const trusted = spawnSync(process.execPath, [command, 'trust'], {
    cwd: home,
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(trusted.status).toBe(0);
  const list = (server: ServerProcess): Promise<unknown> => server.toolNames();
  const elsewhere = temporaryDirectory('tw-bundle-elsewhere');
  expect(await filesRead(list, ['--cwd', elsewhere, '--root', elsewhere], env)).toHaveLength(1);
  expect(await filesRead(list, ['--cwd', home, '--page-size', '50'], env)).toHaveLength(2);
});

describe('the code cache', () => {
  let copy: string;
  let home: string;
  let own: string;
  const namesIn = (directory: string): string[] =>
    existsSync(directory) ? readdirSync(directory).filter((file) => file.endsWith('.cache')) : [];
  const beside = (): string[] => namesIn(join(copy, 'dist'));
  const serve = (
    program = [join('dist', 'bin', 'toolwright.js'), 'serve'],
    env: NodeJS.ProcessEnv = {},
    through: readonly string[] = [],
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
    const [command = '', ...words] = [...through, process.execPath, ...program];
    const environment = { PATH: process.env['PATH'], HOME: home, ...env };
    return spawnSync(command, words, { cwd: copy, input, encoding: 'utf8', env: environment });
  };
  // V8 rejects a cache by its first bytes, and a server that used none stores one.
  const isUsed = (file: string): boolean => {
    const before = statSync(file).ino;
    expect(serve().stdout).toContain('still here');
    return existsSync(file) && statSync(file).ino === before;
  };

  beforeEach(() => {
    copy = temporaryDirectory('toolwright-bundle');
    home = join(copy, 'home');
    mkdirSync(home);
    own = userDirectory('cache', 'toolwright', { HOME: home });
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  });

  const asInstalled = (): void => {
    for (const file of beside()) rmSync(join(copy, 'dist', file));
  };

  test('comes with a build, and then nothing is written', () => {
    expect(beside()).toHaveLength(4);
    expect(serve().stdout).toContain('still here');
    expect(namesIn(own)).toEqual([]);
  });

  test('is kept in the user’s cache directory where the package comes without one, and used from then on', () => {
    asInstalled();
    expect(serve().stdout).toContain('still here');
    expect(beside()).toEqual([]);
    const [made, ...more] = namesIn(own);
    expect(more).toEqual([]);
    expect(made).toContain(process.version);
    expect(statSync(own).mode & 0o777).toBe(0o700);
    expect(statSync(join(own, made!)).mode & 0o777).toBe(0o600);
    expect(isUsed(join(own, made!))).toBe(true);
    expect(serve(undefined, { XDG_CACHE_HOME: join(copy, 'xdg') }).stdout).toContain('still here');
    expect(namesIn(join(copy, 'xdg', 'toolwright'))).toEqual([made]);
  });

  test('is made by an author’s server too, and by nothing that only imports the library', () => {
    asInstalled();
    writeFileSync(join(copy, 'importer.cjs'), "require('./dist/index.js').serveStdio;");
    expect(serve(['importer.cjs'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(namesIn(own)).toEqual([]);
    writeFileSync(
      join(copy, 'server.cjs'),
      `const { defineApp, defineTool, serveStdio } = require('./dist/index.js');
       const inputSchema = { type: 'object', properties: { message: { type: 'string' } } };
       const echo = defineTool({ name: 'guide_echo', description: 'Echo.', inputSchema, run: ({ message }) => message });
       void serveStdio(defineApp({ name: 'a', version: '1', tools: [echo] }));`,
    );
    expect(serve(['server.cjs']).stdout).toContain('still here');
    expect(beside()).toEqual([]);
    expect(namesIn(own).length).toBeGreaterThan(0);
  });

  test('is thrown away where it is damaged', () => {
    for (const file of beside()) writeFileSync(join(copy, 'dist', file), 'nonsense');
    expect(serve()).toMatchObject({ status: 0, stdout: expect.stringContaining('still here') as string });
    const [made] = namesIn(own);
    writeFileSync(join(own, made!), 'nonsense');
    expect(isUsed(join(own, made!))).toBe(false);
  });

  test.each<[string, (file: string) => void]>([
    ['a file that others can write', (file) => chmodSync(file, 0o666)],
    ['a directory that others can write', (file) => chmodSync(dirname(file), 0o777)],
    [
      'a link',
      (file) => {
        renameSync(file, `${file}.elsewhere`);
        symlinkSync(`${file}.elsewhere`, file);
      },
    ],
    [
      'a directory behind a link',
      (file) => {
        renameSync(dirname(file), `${dirname(file)}.elsewhere`);
        symlinkSync(`${dirname(file)}.elsewhere`, dirname(file));
      },
    ],
  ])('is not read from %s', (_, plant) => {
    asInstalled();
    serve(undefined, TRACED);
    const file = join(own, namesIn(own)[0]!);
    plant(file);
    const trace = serve(undefined, TRACED);
    expect(trace.stdout).toContain('still here');
    expect(cachesRead(trace.stderr)).toEqual([]);
  });

  test('is read from a directory of one’s own', () => {
    asInstalled();
    serve(undefined, TRACED);
    const trace = serve(undefined, TRACED);
    expect(cachesRead(trace.stderr)).toHaveLength(1);
  });

  test('is another one under other flags of V8, which would reject it', () => {
    asInstalled();
    const flagged = ['--no-opt', join('dist', 'bin', 'toolwright.js'), 'serve'];
    for (const program of [undefined, flagged]) expect(serve(program).stdout).toContain('still here');
    expect(namesIn(own)).toHaveLength(2);
    for (const name of namesIn(own)) expect(isUsed(join(own, name))).toBe(true);
  });

  test('is done without where there is no home, or nothing can be written', () => {
    asInstalled();
    for (const env of [{ HOME: '' }, { HOME: join(copy, 'package.json') }, { HOME: '/proc' }]) {
      const { status, stdout, stderr } = serve(undefined, env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toContain('still here');
    }
  });

  // Only root can try it.
  if (process.getuid?.() === 0)
    test('of another user is neither read nor written', () => {
      asInstalled();
      for (const directory of [dirname(copy), copy]) chmodSync(directory, 0o755);
      chownSync(home, 65534, 65534);
      // Root, as with `sudo`, leaves nothing in the home of another.
      expect(serve().stdout).toContain('still here');
      expect(readdirSync(home)).toEqual([]);
      const stranger = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
      expect(serve(undefined, TRACED, stranger).stdout).toContain('still here');
      expect(namesIn(own)).toHaveLength(1);
      const trace = serve(undefined, TRACED);
      expect(cachesRead(trace.stderr)).toEqual([]);
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
