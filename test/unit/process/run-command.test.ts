import { readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, runPipeline } from '../../../src/process/run-pipeline';
import { runScript } from '../../../src/process/run-script';
import { temporaryDirectory } from '../../support/temporary-directory';

const LEAVE_CHILD = join(__dirname, '../../fixtures/process/leave-child.cjs');
const base = { cwd: tmpdir(), env: { PATH: '/usr/bin:/bin' } };
const node = (code: string, ...args: string[]) => ({
  ...base,
  file: process.execPath,
  args: ['-e', code, ...args],
});

function isRunning(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
}

describe('one command', () => {
  test('reports exit code, stdout and stderr apart', async () => {
    const outcome = await runCommand(node('console.log("out");console.error("err");process.exit(3)'));
    expect(outcome).toMatchObject({
      state: 'failed',
      exitCode: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      truncated: false,
    });
    expect(outcome.error).toBeUndefined();
  });

  test('success has the same shape', async () => {
    expect(await runCommand(node(''))).toMatchObject({
      state: 'completed',
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('a program that does not exist is a spawn error', async () => {
    const outcome = await runCommand({ ...base, file: '/no/such/program', args: [] });
    expect(outcome).toMatchObject({ state: 'spawn_error', exitCode: null });
    expect(outcome.error).toContain('/no/such/program');
  });

  test('a missing working directory is named in the spawn error', async () => {
    const outcome = await runCommand({ ...base, cwd: '/no/such/place', file: '/bin/true', args: [] });
    expect(outcome.state).toBe('spawn_error');
    expect(outcome.error).toContain('/no/such/place');
  });

  test('NUL in an argument is a spawn error, not an exception', async () => {
    expect((await runCommand({ ...base, file: '/bin/echo', args: ['a\0b'] })).state).toBe('spawn_error');
  });

  test('the environment is exactly the given one and the marker', async () => {
    const outcome = await runCommand({
      ...node('console.log(Object.keys(process.env).sort().join())'),
      env: { A: '1' },
    });
    expect(outcome.stdout.trim()).toBe('A,TOOLWRIGHT_PROCESS');
  });

  test('stdin is empty by default, and what is given otherwise', async () => {
    const cat = { ...base, file: '/bin/cat', args: [] };
    expect((await runCommand(cat)).stdout).toBe('');
    expect((await runCommand({ ...cat, stdin: 'héllo' })).stdout).toBe('héllo');
  });

  test('a flood of output keeps head and tail and states the cut', async () => {
    const outcome = await runCommand({
      ...node('process.stdout.write("START"+"é".repeat(5e6)+"END")'),
      outputLimitBytes: 1001,
    });
    expect(outcome.truncated).toBe(true);
    expect(outcome.stdout.startsWith('START')).toBe(true);
    expect(outcome.stdout.endsWith('END')).toBe(true);
    expect(outcome.stdout).toMatch(/\[\.\.\. \d+ bytes omitted \.\.\.\]/);
    expect(outcome.stdout).not.toContain('\ufffd');
    expect(outcome.stdout.length).toBeLessThan(1100);
  });

  test('output is heard as it comes', async () => {
    const heard: string[] = [];
    await runCommand({
      ...node('console.log(1);console.error(2)'),
      onOutput: (chunk, stream) => heard.push(`${stream}:${chunk}`),
    });
    expect(heard.sort()).toEqual(['stderr:2\n', 'stdout:1\n']);
  });
});

describe('ending', () => {
  test('a time limit ends the command and its output so far is kept', async () => {
    const outcome = await runCommand({
      ...node('console.log("begun");setTimeout(()=>{},60000)'),
      timeoutMs: 1500,
    });
    expect(outcome).toMatchObject({ state: 'timed_out', error: 'timed out after 1.5s', stdout: 'begun\n' });
  });

  test('a time limit longer than a timer can take ends nothing early', async () => {
    const outcome = await runCommand({
      ...base,
      file: '/bin/sh',
      args: ['-c', 'sleep 0.05; echo done'],
      timeoutMs: 1e12,
    });
    expect(outcome).toMatchObject({ state: 'completed', stdout: 'done\n' });
  });

  test('a command that ignores SIGTERM is killed', async () => {
    const outcome = await runCommand({
      ...node('process.on("SIGTERM",()=>{});console.log("deaf");setTimeout(()=>{},60000)'),
      timeoutMs: 1500,
    });
    expect(outcome).toMatchObject({ state: 'timed_out', signal: 'SIGKILL' });
  });

  test('cancelling ends it, before or after the start', async () => {
    const cancel = new AbortController();
    const running = runCommand({
      ...node('console.log(1);setTimeout(()=>{},60000)'),
      signal: cancel.signal,
      onOutput: () => cancel.abort(),
    });
    expect(await running).toMatchObject({ state: 'cancelled', error: 'cancelled by the caller' });
    expect(await runCommand({ ...node(''), signal: cancel.signal })).toMatchObject({
      state: 'cancelled',
      exitCode: null,
    });
  });

  test.each([
    ['a background child that holds stdout', 'attached', undefined],
    ['a child in a group of its own', 'detached', undefined],
    ['both kinds at the time limit', 'detached', 1500],
    ['an attached one at the time limit', 'attached', 1500],
  ])('nothing outlives it: %s', async (_, mode, timeoutMs) => {
    const args = [LEAVE_CHILD, mode, timeoutMs ? 'wait' : 'go'];
    const outcome = await runCommand({
      ...base,
      file: process.execPath,
      args,
      ...(timeoutMs && { timeoutMs }),
    });
    expect(outcome.state).toBe(timeoutMs ? 'timed_out' : 'completed');
    const pid = Number(outcome.stdout);
    expect(pid).toBeGreaterThan(1);
    expect(isRunning(pid)).toBe(false);
  });

  test.each([
    ['by itself', undefined],
    ['at the time limit', 1500],
  ])('a daemon without our environment that holds the output is ended too, %s', async (_, timeoutMs) => {
    const wait = timeoutMs ? 'sleep 60' : 'sleep 0.3';
    const script = `env -i setsid sh -c 'echo $$; exec sleep 61.75' & ${wait}`;
    const outcome = await runCommand({
      ...base,
      file: '/bin/sh',
      args: ['-c', script],
      ...(timeoutMs && { timeoutMs }),
    });
    const pid = Number(outcome.stdout);
    expect(pid).toBeGreaterThan(1);
    expect(isRunning(pid)).toBe(false);
  });

  test('a daemon that left the group and holds no output is ended too', async () => {
    const script = 'setsid sleep 61.77 >/dev/null 2>&1 & echo $!; sleep 0.05';
    const outcome = await runCommand({ ...base, file: '/bin/sh', args: ['-c', script] });
    const pid = Number(outcome.stdout);
    expect(pid).toBeGreaterThan(1);
    expect(isRunning(pid)).toBe(false);
  });

  test('no exit listener is left behind', async () => {
    const before = process.listenerCount('exit');
    await Promise.all([runCommand(node('')), runCommand(node(''))]);
    expect(process.listenerCount('exit')).toBe(before);
  });
});

describe('pipelines and lists', () => {
  const program = (file: string, ...args: string[]) => ({ file, args });

  test('output feeds the next command, all of it', async () => {
    const outcome = await runPipeline(
      [
        program('/usr/bin/head', '-c', '20000000', '/dev/zero'),
        program('/bin/cat'),
        program('/usr/bin/wc', '-c'),
      ],
      base,
    );
    expect(outcome).toMatchObject({ state: 'completed', stdout: '20000000\n', stderr: '' });
  });

  test('an endless writer ends when its reader does', async () => {
    const outcome = await runPipeline([program('/usr/bin/yes'), program('/usr/bin/head', '-n', '2')], base);
    expect(outcome).toMatchObject({ state: 'completed', stdout: 'y\ny\n' });
  });

  test('one stage that cannot start ends the others', async () => {
    const outcome = await runPipeline([program('/no/such'), program('/bin/cat')], base);
    expect(outcome.state).toBe('spawn_error');
    const other = await runPipeline([program('/usr/bin/yes'), program('/no/such')], base);
    expect(other.state).toBe('spawn_error');
  });

  test('redirections go to files and to each other', async () => {
    const directory = temporaryDirectory('tw-process');
    const file = join(directory, 'out');
    writeFileSync(join(directory, 'in'), 'from the file');
    const script = 'process.stdin.pipe(process.stdout);console.error("err")';
    const outcome = await runCommand({
      ...node(script),
      redirects: [
        { stream: 0, to: 'file', open: () => open(join(directory, 'in'), 'r') },
        { stream: 2, to: 'stream', target: 1 },
        { stream: 1, to: 'file', open: () => open(file, 'w') },
      ],
    });
    expect(outcome).toMatchObject({ stdout: 'err\n', stderr: '' });
    expect(readFileSync(file, 'utf8')).toBe('from the file');
  });

  test('both streams can go through one pipe', async () => {
    const both = {
      ...program(process.execPath, '-e', 'console.log("o");console.error("e")'),
      redirects: [{ stream: 2, to: 'stream', target: 1 } as const],
    };
    expect((await runPipeline([both, program('/usr/bin/sort')], base)).stdout).toBe('e\no\n');
  });

  test('lists run on success, on failure, or always', async () => {
    const echo = (text: string) => [program('/bin/echo', text)];
    const fails = [program('/bin/false')];
    const outcome = await runScript(
      [
        { when: 'always', commands: fails },
        { when: 'success', commands: echo('not this') },
        { when: 'failure', commands: echo('or') },
        { when: 'always', commands: echo('then') },
        { when: 'success', commands: fails, negated: true },
        { when: 'success', commands: echo('last') },
      ],
      base,
    );
    expect(outcome).toMatchObject({ state: 'completed', stdout: 'or\nthen\nlast\n' });
  });

  test('one time limit holds for the whole list', async () => {
    const sleep = (when: 'always') => ({ when, commands: [program('/bin/sleep', '60')] });
    expect((await runScript([sleep('always'), sleep('always')], { ...base, timeoutMs: 300 })).state).toBe(
      'timed_out',
    );
  });
});
