import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '../support/needs';
import { COMMAND, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

let directory: string;
const servers: ServerProcess[] = [];
beforeEach(() => (directory = temporaryDirectory('tw-e2e-tools')));
afterEach(() => {
  for (const server of servers.splice(0)) server.child.kill('SIGKILL');
});

const running = (argument: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      return (
        words[0]!.endsWith('sleep') &&
        words.includes(argument) &&
        !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      );
    } catch {
      return false;
    }
  });

async function until(condition: () => boolean): Promise<void> {
  for (let wait = 0; wait < 200 && !condition(); wait++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(condition()).toBe(true);
}

async function serving(sandbox: string): Promise<ServerProcess> {
  writeFileSync(
    join(directory, 'toolwright.yaml'),
    `sandbox: ${sandbox}\ntools: { execute_command: { allowed_commands: [sleep, cat] } }\n`,
  );
  const server = new ServerProcess(['--config', 'toolwright.yaml'], {
    cwd: directory,
    env: { HOME: directory },
  });
  servers.push(server);
  await server.initialize();
  return server;
}

test('T1–T8 the built command serves the tools', async () => {
  const server = await serving('off');
  const text = async (name: string, args: object) => {
    const { result } = await server.call(`guide_${name}`, args as Record<string, unknown>);
    return (result!['content'] as { text: string }[])[0]!.text;
  };
  expect(await text('write_file', { path: 'a.txt', content: 'héllo\n' })).toBe('Written to a.txt (7 bytes)');
  expect(await text('read_file', { path: 'a.txt' })).toBe('héllo\n');
  expect(JSON.parse(await text('execute_command', { command: 'cat a.txt' }))).toEqual({
    exit_code: 0,
    stdout: 'héllo\n',
    stderr: '',
  });
  expect(await text('search_files', { pattern: '*.txt', content: 'h' })).toBe('a.txt\n1: héllo');
  expect(await text('read_file', { path: '/etc/passwd' })).toContain('refused');
  await server.end();
});

describe.each([
  ['stdin is closed', 'off', '181', (server: ServerProcess): void => void server.child.stdin.end()],
  ['SIGTERM comes', 'off', '182', (server: ServerProcess): void => void server.child.kill('SIGTERM')],
  [
    'SIGKILL comes, in the sandbox',
    'auto',
    '183',
    (server: ServerProcess): void => void server.child.kill('SIGKILL'),
  ],
] as const)('when %s', (_, sandbox, seconds, end) => {
  const possibly = sandbox === 'off' ? test : needs('bubblewrap').test;
  possibly('no command outlives the server', async () => {
    const server = await serving(sandbox);
    // Other suites may sleep as long at the same time.
    const time = `${seconds}.${process.pid}`;
    let answer: unknown;
    server
      .call('guide_execute_command', { command: `sleep ${time}`, timeout: 300 })
      .then((reply) => (answer = reply))
      .catch(() => undefined);
    await until(() => running(time).length > 0 || answer !== undefined);
    expect(answer).toBeUndefined();
    end(server);
    await server.exited;
    await until(() => running(time).length === 0);
  });
});

test('a write that is killed leaves the old or the new file', async () => {
  const file = join(directory, 'whole.txt');
  const writer = join(__dirname, '../../dist-scripts/src/disk/write-file-safely.js');
  const program = `
    const { writeWholeFile } = require(${JSON.stringify(writer)});
    const write = (letter) => writeWholeFile(${JSON.stringify(file)}, Buffer.alloc(3000000, letter), { shown: 'x', createDirectories: false });
    (async () => { await write('A'); console.log('ready'); for (;;) { await write('B'); await write('A'); } })();`;
  for (let round = 0; round < 8; round++) {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, round * 7));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    const text = readFileSync(file, 'latin1');
    expect(['A', 'B'].map((letter) => letter.repeat(3_000_000)).includes(text)).toBe(true);
  }
});

test('`policy explain` tells the rule with its file and line', () => {
  writeFileSync(
    join(directory, 'toolwright.yaml'),
    'tools:\n  write_file:\n    denied_paths:\n      - private\n',
  );
  const args = [
    COMMAND,
    'policy',
    'explain',
    'write_file',
    '{"path": "private/x"}',
    '--config',
    'toolwright.yaml',
  ];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: `refused: ${directory}/private/x is in ${directory}/private\n  by tools.write_file.denied_paths: private\n  at toolwright.yaml:4:9\nwrite_file: refused\n`,
  });
  expect(existsSync(join(directory, 'private'))).toBe(false);
});
