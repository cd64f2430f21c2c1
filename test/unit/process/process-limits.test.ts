import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CommandSlots } from '../../../src/process/command-slots';
import { Deadline } from '../../../src/process/process-deadline';
import {
  DEFAULT_COMMAND_LIMITS,
  limited,
  limitReached,
  type CommandLimits,
} from '../../../src/process/process-limits';
import { runCommand, runPipeline } from '../../../src/process/run-pipeline';
import { runScript } from '../../../src/process/run-script';
import { findSandbox } from '../../../src/process/bubblewrap';
import { needs } from '../../support/needs';
import { temporaryDirectory } from '../../support/temporary-directory';

const cwd = temporaryDirectory('tw-limits');
const env = { PATH: '/usr/bin:/bin' };
const shell = (script: string, limits: CommandLimits, more: object = {}) =>
  runCommand({ file: '/bin/sh', args: ['-c', script], cwd, env, limits, timeoutMs: 30_000, ...more });

describe('what one process may use', () => {
  test('without limits the command stays as it is', () => {
    const command = { file: '/bin/true', args: ['x'] };
    expect(limited(command, {})).toBe(command);
    expect(limited(command, { cpuSeconds: 0, openFiles: 0 })).toBe(command);
    expect(limited(command, { cpuSeconds: 1 }, { prlimit: false, shell: false })).toBe(command);
    expect(limited(command, { openFiles: 2 ** 50 }, { prlimit: true, shell: true })).toBe(command);
  });

  test('in a list of pipelines too', async () => {
    const steps = [{ when: 'always', commands: [{ file: '/bin/sh', args: ['-c', 'ulimit -n'] }] }] as const;
    expect((await runScript(steps, { cwd, env, limits: { openFiles: 99 } })).stdout).toBe('99\n');
  });

  test.each([
    ['prlimit', { prlimit: true, shell: true }],
    ['a shell', { prlimit: false, shell: true }],
  ])('%s sets each limit and leaves the environment alone', (name, tools) => {
    if (name === 'prlimit' && !existsSync('/usr/bin/prlimit')) return;
    const limits = { cpuSeconds: 7, memoryBytes: 512_000_000, openFiles: 77, fileBytes: 1_024_000 };
    const words = ['-c', 'ulimit -t; ulimit -d; ulimit -n; ulimit -f; exec env', '$x', "it's"];
    const { file, args } = limited({ file: '/bin/sh', args: words }, limits, tools);
    const { stdout } = spawnSync(file, args, { env: { A: 'b' }, encoding: 'utf8' });
    const [cpu, data, files, size, ...variables] = stdout.trim().split('\n');
    expect([cpu, data, files, size]).toEqual(['7', '500000', '77', '2000']);
    expect(variables.filter((line) => !/^(PWD|SHLVL|_)=/.test(line))).toEqual(['A=b']);
  });

  test('a program that is not there is still a spawn error', async () => {
    const outcome = await runCommand({ file: 'no-such', args: [], cwd, env, limits: DEFAULT_COMMAND_LIMITS });
    expect(outcome).toMatchObject({
      state: 'spawn_error',
      error: expect.stringContaining('cannot start no-such'),
    });
  });

  test('CPU time', async () => {
    const outcome = await shell('while :; do :; done', { cpuSeconds: 1 });
    expect(outcome).toMatchObject({
      state: 'failed',
      signal: 'SIGXCPU',
      limit: 'it used more than 1 s of CPU time (limits.cpu)',
    });
  });

  test('the size of a file', async () => {
    const outcome = await shell('exec dd if=/dev/zero of=big bs=1000 count=5000', { fileBytes: 1_000_000 });
    expect(outcome).toMatchObject({ limit: 'it wrote a file larger than 1 MB (limits.file_size)' });
    expect(readFileSync(join(cwd, 'big')).length).toBe(1_000_000);
  });

  test('memory and open files', async () => {
    const script = `try { Buffer.alloc(900e6, 1); console.log('got it') } catch { console.log('refused') }`;
    const held = `const f=[];try{for(;;)f.push(require('fs').openSync('/dev/null'))}catch(e){console.log(e.code,f.length<64)}`;
    const node = (code: string, limits: CommandLimits) =>
      runCommand({ file: process.execPath, args: ['-e', code], cwd, env, limits });
    expect((await node(script, { memoryBytes: 700_000_000 })).stdout).not.toContain('got it');
    expect((await node(held, { openFiles: 64 })).stdout).toBe('EMFILE true\n');
  });

  test('names the limit behind an exit code only where there is one', () => {
    const end = (exitCode: number | null, signal: NodeJS.Signals | null = null) => ({ exitCode, signal });
    expect(limitReached(end(152), { cpuSeconds: 5 })).toContain('5 s');
    expect(limitReached(end(153), { fileBytes: 5_000_000 })).toContain('5 MB');
    expect(limitReached(end(152), {})).toBeUndefined();
    expect(limitReached(end(153), { cpuSeconds: 5 })).toBeUndefined();
    expect(limitReached(end(1), DEFAULT_COMMAND_LIMITS)).toBeUndefined();
    expect(limitReached(end(null, 'SIGKILL'), DEFAULT_COMMAND_LIMITS)).toBeUndefined();
  });
});

describe('what a command may use with everything it started', () => {
  const bwrap = findSandbox(['/usr/bin', '/bin']);
  const sandbox = { bwrap: bwrap ?? '', writable: [cwd], readable: [] };
  const cases: [string, object][] = [
    ['outside the sandbox', {}],
    ...(bwrap ? [['in the sandbox', { sandbox }] as [string, object]] : []),
  ];

  test.each(cases)('processes, %s', async (_, more) => {
    const script = 'i=0; while [ $i -lt 60 ]; do sleep 25 & i=$((i+1)); done; wait; echo all';
    const outcome = await shell(script, { processes: 30 }, more);
    expect(outcome).toMatchObject({
      state: 'failed',
      limit: 'it had more than 30 processes (limits.processes)',
      stdout: '',
    });
  });

  test.each(cases)('processes in sessions of their own, %s', async (_, more) => {
    const script = 'i=0; while [ $i -lt 60 ]; do setsid sleep 25 & i=$((i+1)); done; wait; echo all';
    expect((await shell(script, { processes: 30 }, more)).limit).toContain('limits.processes');
  });

  test.each(cases)('memory of many processes, %s', async (_, more) => {
    const one = `(b=$(head -c 110000000 /dev/zero | tr '\\0' x); sleep 9; echo "$b" >/dev/null) &`;
    const outcome = await shell(
      `${one} ${one} ${one} ${one} wait; echo all`,
      { memoryBytes: 400_000_000 },
      more,
    );
    expect(outcome).toMatchObject({
      limit: 'it used more than 400 MB of memory (limits.memory)',
      stdout: '',
    });
  });

  test('a list of commands stops there, negated or not', async () => {
    const many = {
      when: 'always',
      negated: true,
      commands: [{ file: '/bin/sh', args: ['-c', 'for i in 1 2 3 4 5 6 7 8; do sleep 25 & done; wait'] }],
    } as const;
    const after = { when: 'always', commands: [{ file: '/bin/echo', args: ['after'] }] } as const;
    const outcome = await runScript([many, after], { cwd, env, limits: { processes: 4 } });
    expect(outcome).toMatchObject({ state: 'failed', limit: expect.any(String), stdout: '' });
  });

  test('processes that stay below are left alone', async () => {
    const outcome = await shell('for i in 1 2 3; do sleep 0.6 & done; wait; echo all', {
      processes: 30,
      memoryBytes: 2_000_000_000,
    });
    expect(outcome).toMatchObject({ state: 'completed', stdout: 'all\n' });
    expect(outcome.limit).toBeUndefined();
  });
});

describe('commands at once', () => {
  const never = () => new Deadline(0, undefined);

  test('wait for their turn in order, and are refused beyond what may wait', async () => {
    const slots = new CommandSlots();
    const limits = { commands: 2, waiting: 2 };
    const order: string[] = [];
    const take = async (name: string) => {
      const turn = await slots.take(limits, never());
      order.push(name);
      return turn;
    };
    const [first, second] = [await take('a'), await take('b')];
    const waiting = [take('c'), take('d')];
    expect(await slots.take(limits, never())).toEqual({
      refused: expect.stringMatching(/^2 commands are running and 2 are waiting \(limits\.commands/),
    });
    expect(order).toEqual(['a', 'b']);
    first.release!();
    first.release!();
    const third = await waiting[0]!;
    expect(order).toEqual(['a', 'b', 'c']);
    second.release!();
    third.release!();
    (await waiting[1]!).release!();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
    expect((await slots.take({ commands: 1, waiting: 0 }, never())).release).toBeDefined();
  });

  test('0 means no limit', async () => {
    const slots = new CommandSlots(() => 1_000);
    for (let count = 0; count < 100; count++)
      expect((await slots.take({ commands: 0, waiting: 0 }, never())).release).toBeDefined();
  });

  test('a small table of open files allows fewer, whatever the limit', async () => {
    const slots = new CommandSlots(() => 1);
    expect((await slots.take({ commands: 0, waiting: 0 }, never())).release).toBeDefined();
    expect(await slots.take({ commands: 0, waiting: 0 }, never())).toEqual({
      refused: expect.stringContaining('1 commands are running'),
    });
  });

  test('a pipeline may not have hundreds of commands', async () => {
    const cats = Array.from({ length: 33 }, () => ({ file: '/bin/cat', args: [] }));
    expect(await runPipeline(cats, { cwd, env })).toMatchObject({
      state: 'spawn_error',
      error: 'a pipeline of 33 commands is longer than 32',
    });
    const whole = await runPipeline(cats.slice(1), { cwd, env, stdin: 'x' });
    expect(whole).toEqual(expect.objectContaining({ state: 'completed', stdout: 'x' }));
  });

  test('one that is cancelled while it waits leaves the queue', async () => {
    const slots = new CommandSlots();
    const limits = { commands: 1, waiting: 1 };
    const turn = await slots.take(limits, never());
    const stop = new AbortController();
    const waiting = slots.take(limits, new Deadline(0, stop.signal));
    stop.abort();
    expect(await waiting).toEqual({ refused: expect.stringContaining('limits.commands') });
    const next = slots.take(limits, never());
    turn.release!();
    expect((await next).release).toBeDefined();
  });

  test('never more run than the limit says, and all get their turn', async () => {
    const limits = { commands: 3, waiting: 100 };
    const runs = Array.from({ length: 12 }, () =>
      shell('set -- run.*; touch run.$$; set -- run.*; echo $#; sleep 0.1; rm run.$$', limits),
    );
    const counts = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
    expect(Math.max(...counts)).toBeLessThanOrEqual(3);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test('a refused one says so, and one whose time is up in the queue too', async () => {
    const limits = { commands: 1, waiting: 1 };
    const running = shell('sleep 1', limits);
    const late = shell('echo late', limits, { timeoutMs: 100 });
    const refused = await shell('echo never', limits);
    expect(refused).toMatchObject({
      state: 'spawn_error',
      error: expect.stringContaining('try again'),
      stdout: '',
    });
    expect(await late).toMatchObject({
      state: 'timed_out',
      error: 'timed out after 0.1s: 1 other commands were running (limits.commands)',
    });
    await running;
  });
});

needs('bubblewrap').test('in the sandbox the exit code tells the limit', async () => {
  const sandbox = { bwrap: findSandbox(['/usr/bin', '/bin'])!, writable: [cwd], readable: [] };
  const outcome = await shell(
    'exec dd if=/dev/zero of=boxed bs=1000 count=5000',
    { fileBytes: 1_000_000 },
    { sandbox },
  );
  expect(outcome.limit).toContain('limits.file_size');
});
