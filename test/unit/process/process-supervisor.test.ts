import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { needs } from '../../support/needs';
import { sleepersBecome } from '../../support/processes';

// A server that is killed with SIGKILL while it runs commands; afterwards nothing of them may be left.
const STAGE = join(__dirname, '../../../dist-scripts/src/process/run-pipeline.js');
const isRoot = process.getuid?.() === 0;
const PEOPLE = [
  { who: 'the user of this process', prefix: [] },
  ...(isRoot
    ? [{ who: 'nobody', prefix: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] }]
    : []),
];
let count = 0;

const SCRIPTS: [string, string, number][] = [
  ['a command', 'exec sleep N', 1],
  ['its children', 'sleep N & sleep N & wait', 2],
  ['a child in its own session', 'setsid sleep N & sleep N', 2],
  ['an orphan in its own session', '(setsid sleep N &) ; sleep N', 2],
  ['one that is deaf to signals', 'trap "" TERM HUP INT; sleep N & wait', 1],
];

async function killed(
  script: string,
  expected: number,
  prefix: string[],
  sandbox: object | undefined,
): Promise<void> {
  const seconds = String(300_000 + process.pid + 1_000_000 * ++count);
  const options = {
    file: '/bin/sh',
    args: ['-c', script.replaceAll('N', seconds)],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    ...(sandbox && { sandbox }),
  };
  const code = `require(${JSON.stringify(STAGE)}).runCommand(${JSON.stringify(options)})`;
  const [file = '', ...args] = [...prefix, process.execPath, '-e', code];
  const server = spawn(file, args, { stdio: 'inherit' });
  await sleepersBecome(seconds, expected);
  server.kill('SIGKILL');
  await sleepersBecome(seconds, 0);
}

describe.each(PEOPLE)('as $who, after SIGKILL of the server', ({ prefix }) => {
  test.each(SCRIPTS)('%s does not stay, without the sandbox', async (_, script, expected) => {
    await killed(script, expected, prefix, undefined);
  });

  needs('bubblewrap').test.each(SCRIPTS)('%s does not stay, in the sandbox', async (_, script, expected) => {
    await killed(script, expected, prefix, { bwrap: '/usr/bin/bwrap', writable: [], readable: [] });
  });

  test('another supervisor takes over if the first is gone', async () => {
    const seconds = String(310_000 + process.pid + 1_000_000 * ++count);
    const options = (script: string) =>
      JSON.stringify({ file: '/bin/sh', args: ['-c', script], cwd: '/', env: {} });
    const code = `
      const { runCommand } = require(${JSON.stringify(STAGE)});
      const { execFileSync } = require('child_process');
      (async () => {
        await runCommand(${options('true')});
        execFileSync('sh', ['-c', 'for p in $(ls /proc | grep -E "^[0-9]+$"); do grep -qs "^PPid:.' + process.pid + '$" /proc/$p/status && tr "\\\\0" " " < /proc/$p/cmdline | grep -q "HUP [I]NT TERM" && kill -9 $p; done; true']);
        await new Promise((resolve) => setTimeout(resolve, 200));
        runCommand(${options(`exec sleep ${seconds}`)});
      })();`;
    const [file = '', ...args] = [...prefix, process.execPath, '-e', code];
    const server = spawn(file, args, { stdio: 'inherit' });
    await sleepersBecome(seconds, 1);
    server.kill('SIGKILL');
    await sleepersBecome(seconds, 0);
  });
});

test('a command that has ended is none of its business, and the process can end', () => {
  const code = `require(${JSON.stringify(STAGE)}).runCommand({ file: '/bin/true', args: [], cwd: '/', env: {} })`;
  expect(spawnSync(process.execPath, ['-e', code], { timeout: 20_000 }).status).toBe(0);
});
