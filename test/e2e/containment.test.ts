import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { needs } from '../support/needs';
import { sleepersBecome } from '../support/processes';
import { ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const servers: ServerProcess[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.child.kill('SIGKILL');
});

async function serve(config: string, through: readonly string[], seconds: string): Promise<ServerProcess> {
  const directory = temporaryDirectory('tw-contained');
  mkdirSync(join(directory, '.toolwright/tools'), { recursive: true });
  writeFileSync(join(directory, 'toolwright.yaml'), config);
  writeFileSync(
    join(directory, 'many.sh'),
    `sleep ${seconds} & (setsid sleep ${seconds} &) ; sleep ${seconds}\n`,
  );
  for (const synchronous of [true, false]) {
    const name = synchronous ? 'direct' : 'background';
    const file = join(directory, `.toolwright/tools/${name}.json`);
    writeFileSync(file, JSON.stringify({ name, description: 'Runs.', command: 'sh many.sh', synchronous }));
  }
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o777);
  chmodSync(dirname(directory), 0o755);
  spawnSync('chmod', ['-R', 'a+rX', directory]);
  const server = new ServerProcess(
    [
      '--root',
      directory,
      '--config',
      join(directory, 'toolwright.yaml'),
      '--tools-dir',
      join(directory, '.toolwright/tools'),
    ],
    {
      cwd: directory,
      env: { HOME: directory, TMPDIR: temporary, MCP_TOOL_PREFIX: '' },
      through,
    },
  );
  servers.push(server);
  await server.initialize();
  return server;
}

const isRoot = process.getuid?.() === 0;
const PEOPLE: [string, string[]][] = [
  ['the user of this process', []],
  ...(isRoot
    ? [['nobody', ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']] as [string, string[]]]
    : []),
];
let count = 0;

describe.each(PEOPLE)('as %s', (_, through) => {
  describe.each(['off', 'auto', 'required'])('under sandbox: %s', (mode) => {
    const possibly = mode === 'off' ? test : needs('bubblewrap').test;
    possibly(
      'SIGKILL of the server ends commands, definitions, operations and what they started',
      async () => {
        const seconds = String(400_000 + process.pid + 1_000_000 * ++count);
        const rules = 'tools: { execute_command: { allowed_commands: [sleep] } }\n';
        const server = await serve(`sandbox: ${mode}\n${rules}`, through, seconds);
        server.call('execute_command', { command: `sleep ${seconds}`, timeout: 300 }).catch(() => undefined);
        server.call('direct').catch(() => undefined);
        server.call('background').catch(() => undefined);
        await sleepersBecome(seconds, 7);
        expect(server.stdout).not.toContain('"isError":true');
        server.child.kill('SIGKILL');
        await server.exited;
        await sleepersBecome(seconds, 0);
      },
    );
  });
});

test('hundreds of commands at once take turns, and code mode works during and after a full table of open files', async () => {
  const directory = temporaryDirectory('tw-many');
  const config =
    'sandbox: off\npacks: [system, code]\nlimits: { commands: 100, waiting: 1000 }\ntools: { execute_command: { allowed_commands: [sleep] } }\n';
  writeFileSync(join(directory, 'toolwright.yaml'), config);
  const server = new ServerProcess(['--config', join(directory, 'toolwright.yaml')], {
    cwd: directory,
    env: { HOME: directory, MCP_TOOL_PREFIX: '' },
    through: ['sh', '-c', 'ulimit -n 200; exec "$@"', 'sh'],
  });
  servers.push(server);
  await server.initialize();
  const code = () => server.call('run', { code: '1 + 1' }).then(({ result }) => JSON.stringify(result));
  const calls = Array.from({ length: 200 }, () => server.call('execute_command', { command: 'sleep 0.1' }));
  const [early, ...answers] = await Promise.all([code(), ...calls]);
  expect(early).toContain('2');
  expect(answers.filter(({ result }) => !JSON.stringify(result).includes('exit_code'))).toEqual([]);
  const later = await server.call('execute_command', { command: 'sleep 0' });
  expect(JSON.stringify(later.result)).toContain('exit_code');
  expect(await code()).toContain('2');
  await server.end();
});
