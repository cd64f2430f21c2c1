import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltinServer } from '../support/builtin-server';
import { temporaryDirectory } from '../support/temporary-directory';

const COMMANDS = 'ls, cat, grep, find, sh, sleep, node, echo, no-such-program';
let server: BuiltinServer;
beforeAll(async () => {
  server = await BuiltinServer.start({
    config: `tools: { execute_command: { allowed_commands: [${COMMANDS}, ${process.execPath}], denied_commands: [rm, sudo, chmod] } }\n`,
  });
  writeFileSync(server.path('a.txt'), 'alpha\n');
  mkdirSync(server.path('sub'));
});
afterAll(() => server.close());

interface Output {
  exit_code: number;
  stdout: string;
  stderr: string;
}
const run = (command: string, more = {}) => server.json<Output>('execute_command', { command, ...more });

describe('T7 execute_command', () => {
  test('T7 exit code 3, stdout and stderr apart; not an error', async () => {
    expect(await run('sh -c "echo out; echo err >&2; exit 3"')).toEqual({
      exit_code: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  test('T7 a time limit of one second ends `sleep 5` and its child', async () => {
    // Both lanes' suites may run at once, each with a nap of its own.
    const nap = `5.${process.pid}`;
    const started = performance.now();
    const { isError, text, failure } = await server.call('execute_command', {
      command: `sh -c "sleep ${nap}"`,
      timeout: 1,
    });
    expect(performance.now() - started).toBeLessThan(5000);
    expect({ isError, text }).toEqual({ isError: true, text: 'Command timed out after 1s' });
    expect(failure).toMatchObject({ error_type: 'timeout', error_data: { code: -32006 } });
    expect(await processesWith(nap)).toEqual([]);
  });

  test('the working directory is judged and used', async () => {
    expect((await run('ls', { working_dir: 'sub' })).stdout).toBe('');
    expect(await server.call('execute_command', { command: 'ls', working_dir: '..' })).toMatchObject({
      isError: true,
    });
    expect(await server.call('execute_command', { command: 'ls', working_dir: 'nowhere' })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Directory not found: .*nowhere$/),
    });
  });

  test('the environment is clean and stdin is empty', async () => {
    const { stdout } = await run(`${process.execPath} -e "console.log(JSON.stringify(process.env))"`);
    expect(Object.keys(JSON.parse(stdout) as object).sort()).toEqual(
      expect.arrayContaining(['HOME', 'LANG', 'PATH', 'TERM', 'TOOLWRIGHT_PROCESS']),
    );
    expect(stdout).not.toContain(process.env['HOME'] ?? 'no home');
    expect((await run('cat')).stdout).toBe('');
  });

  test('a flood is cut in the middle, and the cut is stated', async () => {
    const own = await BuiltinServer.start({
      config: `tools: { execute_command: { allowed_commands: [${process.execPath}], max_output: 200000 } }\nanswers: { budget: 0 }\n`,
    });
    const { stdout, ...rest } = await own.json<{ stdout: string }>('execute_command', {
      command: `${process.execPath} -e "for(let i=0;i<200000;i++)console.log('line '+i)"`,
    });
    expect(rest).toMatchObject({ exit_code: 0, truncated: true });
    expect(stdout).toMatch(/^line 0\n[^]*bytes omitted[^]*line 199999\n$/);
    expect(stdout.length).toBeLessThan(300_000);
    await own.close();
  });

  test('progress is reported while it runs', async () => {
    const told: unknown[] = [];
    await server.client.callTool(
      { name: 'execute_command', arguments: { command: 'echo hello' } },
      undefined,
      { onprogress: (progress) => told.push(progress) },
    );
    expect(told).toEqual([{ progress: 6, message: 'hello' }]);
  });

  test('cancelling ends the command', async () => {
    const nap = `59.${process.pid}`;
    const cancel = new AbortController();
    const call = server.client.callTool(
      { name: 'execute_command', arguments: { command: `sh -c "echo begun; sleep ${nap}"` } },
      undefined,
      {
        signal: cancel.signal,
        onprogress: () => cancel.abort(),
      },
    );
    await expect(call).rejects.toThrow();
    for (let wait = 0; wait < 50 && (await processesWith(nap)).length; wait++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await processesWith(nap)).toEqual([]);
  });
});

describe('T18 commands', () => {
  test('T18 denied, unlisted and allowed', async () => {
    expect(await server.call('execute_command', { command: 'rm a.txt' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('denied_commands: rm (toolwright.yaml:1:'),
    });
    expect(await server.call('execute_command', { command: 'wc a.txt' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('not an allowed command'),
    });
    expect(await run('cat a.txt')).toEqual({ exit_code: 0, stdout: 'alpha\n', stderr: '' });
  });

  test('T18 an allowed program that is not installed is reported as such', async () => {
    const { isError, text } = await server.call('execute_command', { command: 'no-such-program -x' });
    expect(isError).toBe(true);
    expect(text).toContain('no-such-program is allowed, but not found on /usr/');
    expect(text).not.toContain('not an allowed command');
  });

  test.each([
    'ls; rm a.txt',
    'ls && rm a.txt',
    'ls || rm a.txt',
    'ls | rm a.txt',
    'ls\nrm a.txt',
    'ls & rm a.txt',
    'echo $(rm a.txt)',
    'echo `rm a.txt`',
    'cat <(rm a.txt)',
    '/bin/rm a.txt',
    '/usr/bin/rm a.txt',
    '/usr/bin/../bin/rm a.txt',
    `r"m" a.txt`,
    `'rm' a.txt`,
    'r\\m a.txt',
    '\\rm a.txt',
    `"rm" a.txt`,
    'X=1 rm a.txt',
    'env rm a.txt',
    'sudo rm a.txt',
    'sh -c "rm a.txt"',
    `sh -c 'ls; rm a.txt'`,
    'sh -c "sh -c \'rm a.txt\'"',
    'find . -name a.txt -delete',
    'find . -type f -exec rm {} +',
    'find . -exec rm {} ;',
    '(rm a.txt)',
    '{ rm a.txt; }',
    '! rm a.txt',
    'if true; then rm a.txt; fi',
    'busybox rm a.txt',
    'xargs rm',
    'ls | xargs rm',
  ])('T18 %j is refused', async (command) => {
    expect(await server.call('execute_command', { command })).toMatchObject({ isError: true });
    expect(existsSync(server.path('a.txt'))).toBe(true);
  });
});

describe('T20 limits from the configuration', () => {
  test('T20 the configured time limit holds over a longer one that is asked for', async () => {
    const own = await BuiltinServer.start({
      config: 'tools: { execute_command: { allowed_commands: [sleep], timeout: 0.5 } }\n',
    });
    expect(await own.call('execute_command', { command: 'sleep 20', timeout: 30 })).toMatchObject({
      isError: true,
      text: 'Command timed out after 0.5s',
    });
    const echo = await own.json<object>('execute_command', { command: 'sleep 0', timeout: 40 });
    expect(echo).toMatchObject({
      note: expect.stringContaining('at most 0.5 s (tools.execute_command.timeout)'),
    });
    expect(await own.json<object>('execute_command', { command: 'sleep 0' })).not.toHaveProperty('note');
    await own.close();
  });

  test('T20 a definition that states more time than the operator gives is reported, and described as it is', async () => {
    const definition = {
      name: 'slow',
      description: 'Slow.',
      command: process.execPath,
      timeout_seconds: 300,
      synchronous: true,
      subcommand: [{ name: 'default', description: 'S.' }],
    };
    const directory = temporaryDirectory('tw-slow');
    mkdirSync(join(directory, '.toolwright/tools'), { recursive: true });
    writeFileSync(join(directory, '.toolwright/tools/slow.json'), JSON.stringify(definition));
    const own = await BuiltinServer.start({ directory, config: 'tools: { slow: { timeout: 20 } }\n' });
    const { tools } = await own.client.listTools();
    expect(tools.find(({ name }) => name === 'slow')?.description).toContain('Time limit: 20 seconds.');
    expect(own.records.map(({ message }) => message).join('\n')).toMatch(
      /slow states a time limit of 300 s; the operator's 20 s holds/,
    );
    await own.close();
  });
});

test('T8 system_info has all keys, and strings', async () => {
  const info = await server.json<Record<string, string>>('system_info');
  expect(Object.keys(info)).toEqual([
    'platform',
    'system',
    'release',
    'version',
    'machine',
    'processor',
    'node_version',
    'cwd',
    'user',
  ]);
  for (const value of Object.values(info)) expect(typeof value).toBe('string');
  expect(info).toMatchObject({ node_version: process.versions.node, cwd: server.directory });
});

test('T1 seven tools without an API key, eight with one, in the document’s categories', async () => {
  const names = async (own: BuiltinServer) =>
    (await own.client.listTools()).tools.map((tool) => tool.name).sort();
  const seven = [
    'echo',
    'execute_command',
    'list_directory',
    'read_file',
    'read_result',
    'search_files',
    'system_info',
    'write_file',
  ];
  expect(await names(server)).toEqual(seven);
  const keyed = await BuiltinServer.start({ env: { ANTHROPIC_API_KEY: 'test' } });
  expect(await names(keyed)).toEqual([...seven, 'claude_conversation'].sort());
  expect(
    keyed.open.registry
      .list({ category: 'file' })
      .map((tool) => tool.name)
      .sort(),
  ).toEqual(['list_directory', 'read_file', 'search_files', 'write_file']);
  const { tools } = await keyed.client.listTools();
  const schema = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema;
  expect(schema('read_file')).toMatchObject({
    required: ['path'],
    properties: {
      path: { type: 'string', description: 'Path to file' },
      encoding: {
        type: 'string',
        description: 'File encoding; UTF-16 is detected automatically, base64 returns the raw bytes',
        default: 'utf-8',
      },
    },
  });
  expect(schema('write_file')).toMatchObject({
    properties: { create_dirs: { type: 'boolean', default: false } },
  });
  expect(schema('list_directory')).toMatchObject({
    properties: { path: { default: '.' }, recursive: { default: false } },
  });
  expect(schema('execute_command')).toMatchObject({
    required: ['command'],
    properties: { timeout: { default: 30 } },
  });
  await keyed.close();
});

// What runs now with this text among its arguments.
async function processesWith(text: string): Promise<string[]> {
  const { readdirSync } = await import('node:fs');
  return readdirSync('/proc').filter((pid) => {
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return (
        /^\d+$/.test(pid) && line.includes(text) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      );
    } catch {
      return false;
    }
  });
}

describe('execute_command says what it allows', () => {
  const described = async (config: string): Promise<string> => {
    const own = await BuiltinServer.start({ config });
    const { tools } = await own.client.listTools();
    await own.close();
    return tools.find(({ name }) => name === 'execute_command')!.description!;
  };

  test.each([
    ['', /allows only: ls, cat, grep, find, head, /],
    ['tools: { execute_command: { allowed_commands: [make, git] } }\n', /allows only: make, git\./],
    [
      'tools: { execute_command: { allowed_commands: [], denied_commands: [rm] } }\n',
      /every command except rm/,
    ],
  ])('in its description (%j)', async (config, words) => {
    const text = await described(config);
    expect(text).toMatch(words);
    expect(text).toContain('Set working_dir instead of writing cd.');
  });

  test('and leads from cd to working_dir', async () => {
    const own = await BuiltinServer.start();
    const { isError, text } = await own.call('execute_command', { command: 'cd src && ls' });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('set working_dir') });
    await own.close();
  });

  test('by default, what reads and nothing else', async () => {
    const own = await BuiltinServer.start();
    writeFileSync(own.path('a.txt'), 'b\na\n');
    for (const command of [
      'head -n 1 a.txt',
      'sort a.txt | uniq',
      'wc -l a.txt',
      'stat a.txt',
      'diff a.txt a.txt',
    ])
      expect([command, (await own.call('execute_command', { command })).isError]).toEqual([command, false]);
    for (const command of ['touch x', 'rm a.txt', 'sed -i s/a/b/ a.txt', 'curl http://x', 'sh -c ls'])
      expect([command, (await own.call('execute_command', { command })).isError]).toEqual([command, true]);
    await own.close();
  });

  test('a timeout above the operator’s limit is reported', async () => {
    const own = await BuiltinServer.start({
      config: 'tools: { execute_command: { allowed_commands: [sleep], timeout: 0.5 } }\n',
    });
    const { failure } = await own.call('execute_command', { command: 'sleep 20', timeout: 25 });
    expect(failure).toMatchObject({
      error_data: { code: -32006 },
      instruction: expect.stringMatching(/at most 0\.5 s .* 25 s has no effect/),
    });
    await own.close();
  });
});

test('T16 tools/list with a category, page by page', async () => {
  const list = async (params: object) =>
    (await server.client.request({ method: 'tools/list', params }, ListToolsResultSchema)).tools.map(
      ({ name }) => name,
    );
  expect((await list({ category: 'file' })).sort()).toEqual([
    'list_directory',
    'read_file',
    'search_files',
    'write_file',
  ]);
  expect(await list({ category: 'nothing' })).toEqual([]);
  expect((await list({})).length).toBeGreaterThan(5);
  await expect(list({ category: 3 })).rejects.toThrow('category must be a string');
});

test('onetool://tools is there whatever packs are on, and empty where no tool is', async () => {
  const read = async (packs: string[]) => {
    const own = await BuiltinServer.start({ packs });
    const [text] = await own.open.resources.read('onetool://tools');
    await own.close();
    return JSON.parse((text as { text: string }).text) as { name: string }[];
  };
  expect(await read([])).toEqual([]);
  expect((await read(['utility'])).map(({ name }) => name)).toEqual(['echo', 'read_result']);
});
