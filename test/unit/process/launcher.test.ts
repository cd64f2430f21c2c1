import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSandbox } from '../../../src/process/bubblewrap';
import { launchLine } from '../../../src/process/launch-line';
import { MarkedOutput } from '../../../src/process/marked-output';
import { runCommand } from '../../../src/process/run-pipeline';
import type { RunOptions } from '../../../src/process/run-options';
import { needs } from '../../support/needs';
import { sleepersBecome } from '../../support/processes';
import { temporaryDirectory } from '../../support/temporary-directory';

const cwd = temporaryDirectory('tw-launcher');
const env = { PATH: '/usr/bin:/bin' };
const shell = (script: string, more: Partial<RunOptions> = {}) =>
  runCommand({ file: '/bin/sh', args: ['-c', script], cwd, env, timeoutMs: 30_000, ...more });
const parent = async () => Number((await shell('echo $PPID')).stdout);
const bwrap = findSandbox(['/usr/bin', '/bin']);
const places: [string, Partial<RunOptions>][] = [
  ['outside the sandbox', {}],
  ...(bwrap
    ? [
        ['in the sandbox', { sandbox: { bwrap, writable: [cwd], readable: [] } }] as [
          string,
          Partial<RunOptions>,
        ],
      ]
    : []),
];

needs('launchers').describe('a launcher', () => {
  test('starts one command after another, none of them a child of this process', async () => {
    const parents: number[] = [];
    for (let count = 0; count < 20; count++) parents.push(await parent());
    expect(parents).not.toContain(process.pid);
    expect(new Set(parents).size).toBeLessThan(20);
  });

  test('is another one for each command that runs at the same time', async () => {
    const parents = await Promise.all(Array.from({ length: 6 }, () => shell('echo $PPID; sleep 0.2')));
    expect(new Set(parents.map(({ stdout }) => stdout)).size).toBe(6);
  });

  test('is replaced when it is gone', async () => {
    const first = await parent();
    process.kill(first, 'SIGKILL');
    for (let wait = 0; existsSync(`/proc/${first}`) && wait < 500; wait++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await parent()).not.toBe(first);
  });

  test('that its command kills ends with the command, which leaves nothing', async () => {
    const seconds = String(410_000 + process.pid);
    const outcome = await shell(`sleep ${seconds} & kill -9 $PPID; sleep ${seconds}`);
    expect(outcome).toMatchObject({ state: 'failed', signal: 'SIGKILL' });
    await sleepersBecome(seconds, 0);
    expect((await shell('echo next')).stdout).toBe('next\n');
  });

  test('that its command stops is ended by the time limit', async () => {
    expect((await shell('kill -STOP $PPID', { timeoutMs: 1000 })).state).toBe('timed_out');
    expect((await shell('echo next')).stdout).toBe('next\n');
  });

  test('gives its command an empty input and the two outputs, and nothing of its own', async () => {
    const { stdout } = await shell(
      'read line || echo end; for fd in 3 4 5 6 7 8 9; do (: >&$fd) 2>/dev/null && echo $fd; done',
    );
    expect(stdout).toBe('end\n');
  });

  test('sets the limits of each command', async () => {
    for (const openFiles of [99, 77, 99, 20])
      expect((await shell('ulimit -n', { limits: { openFiles } })).stdout).toBe(`${openFiles}\n`);
  });
});

describe.each(places)('what a command leaves, %s', (_, more) => {
  const node = (code: string) => {
    writeFileSync(join(cwd, 'leave.cjs'), code);
    return runCommand({ file: process.execPath, args: ['leave.cjs'], cwd, env, timeoutMs: 30_000, ...more });
  };

  test.each([
    ['in its group', `{ stdio: 'inherit' }`],
    ['in a session of its own', `{ stdio: 'inherit', detached: true }`],
    ['with neither group nor environment', `{ stdio: 'inherit', detached: true, env: {} }`],
  ])('does not print into the output of another: %s', async (__, options) => {
    for (let round = 0; round < 3; round++) {
      await node(
        `require('child_process').spawn('/bin/sh', ['-c', 'while :; do echo late; echo late >&2; done'], ${options}).unref();` +
          `setTimeout(() => process.exit(), 50)`,
      );
      for (let next = 0; next < 3; next++)
        expect(await shell('echo own', more)).toMatchObject({ stdout: 'own\n', stderr: '' });
    }
  });

  test('of its output nothing is lost, however much it is and whatever it ends with', async () => {
    for (const bytes of [0, 1, 35, 36, 37, 65_536, 3_000_000]) {
      const { stdout, stderr } = await shell(
        `head -c ${bytes} /dev/zero; head -c ${bytes} /dev/zero >&2`,
        more,
      );
      expect([stdout.length, stderr.length]).toEqual([bytes, bytes]);
    }
  });
});

describe('how a command ended', () => {
  test.each([0, 1, 126, 127, 128, 130, 137, 141, 255])('exit %d', async (code) => {
    expect(await shell(`exit ${code}`)).toMatchObject({ exitCode: code, signal: null });
  });

  test.each(['SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGHUP', 'SIGXFSZ'])('by %s', async (signal) => {
    expect(await shell(`kill -${signal.slice(3)} $$`)).toMatchObject({ exitCode: null, signal });
  });
});

describe('words and variables arrive as they are', () => {
  const WORDS = [
    "it's",
    `"$HOME" $(id) \`id\` \${x} \\ ; exit 3`,
    'two\nlines\n',
    '',
    '-n',
    'łódź ☃ 😀 \u0081\u0088',
    `'\n'; echo "x 0" >&2; '`,
    '\t\r\v\x01\x7f',
  ];

  test('in arguments', async () => {
    const code = 'console.log(JSON.stringify(process.argv.slice(1)))';
    const { stdout } = await runCommand({
      file: process.execPath,
      args: ['-e', code, '--', ...WORDS],
      cwd,
      env,
    });
    expect(JSON.parse(stdout)).toEqual(WORDS);
  });

  test.each([
    {},
    { PATH: '/bin', PWD: '/x', IFS: 'e', A: WORDS[1]! },
    { 'a-b': '1' },
    { PPID: '1', UID: '5' },
  ])('in the environment %j', async (given) => {
    const { stdout } = await runCommand({
      file: process.execPath,
      args: ['-e', 'console.log(JSON.stringify(process.env))'],
      cwd,
      env: given,
    });
    const { TOOLWRIGHT_PROCESS: marker, ...rest } = JSON.parse(stdout) as Record<string, string>;
    delete rest._; // bash sets it for each command
    expect(rest).toEqual(given);
    expect(marker).toHaveLength(36);
  });

  test('what a shell could not pass on is started directly', () => {
    writeFileSync(join(cwd, 'not-executable'), '');
    const launch = { file: '/bin/sh', args: [] as string[], cwd: '/', env: {} };
    expect(launchLine(launch, 'tag')).toContain(`exec '/bin/sh'`);
    const others = [
      { file: 'sh' },
      { file: '/no/such' },
      { file: '/etc' },
      { file: join(cwd, 'not-executable') },
      { cwd: '/no/such' },
      { cwd: 'relative' },
      { args: ['a\0b'] },
      { args: ['x'.repeat(40_000)] },
      { env: { 'a b': '1' } },
      { env: { UID: '1' } },
    ];
    for (const other of others) expect(launchLine({ ...launch, ...other }, 'tag')).toBeUndefined();
  });
});

describe('marked output', () => {
  const heard = (chunks: string[], mark: string) => {
    const text: string[] = [];
    const output = new MarkedOutput((chunk) => text.push(chunk.toString()));
    const end = output.endAt(mark);
    for (const chunk of chunks) output.add(Buffer.from(chunk));
    output.giveUp();
    output.flush();
    return end.then((isLast) => [text.join(''), isLast]);
  };

  test.each([
    [['outM4RK'], 'out', true],
    [['ou', 'tM', '4', 'RK'], 'out', true],
    [['M4RM4', 'RK'], 'M4R', true],
    [['M4RK'], '', true],
    [['outM4RKmore'], 'out', false],
    [['out', 'M4R'], 'outM4R', false],
  ])('%j', async (chunks, text, isLast) => {
    expect(await heard(chunks, 'M4RK')).toEqual([text, isLast]);
  });
});
