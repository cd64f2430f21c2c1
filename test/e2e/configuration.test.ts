import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

let cwd: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  cwd = temporaryDirectory('tw-e2e');
});
afterEach(async () => {
  server?.child.kill();
  await server?.exited;
  server = undefined;
});

const run = (...args: string[]) =>
  spawnSync(process.execPath, [COMMAND, ...args], { cwd, encoding: 'utf8', input: '' });

test('a configuration with problems is refused at once, with every place and cure', () => {
  writeFileSync(join(cwd, 'toolwright.yaml'), 'prefx: a\nlog:\n  level: loud\ntools: { read_fil: {} }\n');
  const { status, stderr, stdout } = run('serve', '--config', 'toolwright.yaml', '--consent', 'maybe');
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain("toolwright.yaml:1:1: prefx is not a known setting. Write 'prefix'.");
  expect(stderr).toContain('toolwright.yaml:3:10: log.level must be one of');
  expect(stderr).toContain("toolwright.yaml:4:20: tools.read_fil names an unknown tool. Write 'read_file'.");
  expect(stderr).toContain('option --consent: consent must be one of');
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('the file, a variable and an option decide the prefix, in this order', async () => {
  writeFileSync(join(cwd, 'toolwright.yaml'), 'prefix: file\npacks: [utility]\n');
  const prefixes: string[] = [];
  for (const [args, env] of [
    [[], {}],
    [[], { MCP_TOOL_PREFIX: 'env' }],
    [['--prefix', 'option'], { MCP_TOOL_PREFIX: 'env' }],
  ] as [string[], Record<string, string>][]) {
    server = new ServerProcess(args, { cwd, env: { ...env, TOOLWRIGHT_CONFIG: 'toolwright.yaml' } });
    await server.initialize();
    prefixes.push(...(await server.toolNames()));
    server.child.stdin.end();
    await server.exited;
  }
  expect(prefixes.filter((name) => name.endsWith('echo'))).toEqual(['file_echo', 'env_echo', 'option_echo']);
});

test('`toolwright config` tells what holds', () => {
  const { status, stdout } = run('config', '--log-level', 'DEBUG');
  expect(status).toBe(0);
  expect(stdout).toContain('log.level: "debug"  # option --log-level\n');
});

test('the server outlives the reader of its stderr', async () => {
  server = new ServerProcess(['--log-level', 'trace', '--pack', 'utility'], { cwd });
  await server.initialize();
  server.child.stderr.destroy();
  for (let i = 0; i < 20; i++) {
    const { result } = await server.call('guide_echo', { message: `still here ${i}` });
    expect(JSON.stringify(result)).toContain(`still here ${i}`);
  }
});

test('the log file of a running server can be rotated away', async () => {
  const file = join(cwd, 'logs', 'server.log');
  server = new ServerProcess(['--log-level', 'trace', '--log-file', file, '--pack', 'utility'], { cwd });
  await server.initialize();
  await server.call('guide_echo', { message: 'one' });
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes('Tool called: echo'));
  renameSync(file, `${file}.1`);
  await until(async () => {
    await server!.call('guide_echo', { message: 'two' });
    return existsSync(file) && readFileSync(file, 'utf8').includes('Tool called: echo');
  });
});

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}
