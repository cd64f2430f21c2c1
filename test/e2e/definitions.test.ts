import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { jsonOf } from '../support/connect';
import { PROGRAMS } from '../support/definitions';
import { ModelServer } from '../support/model-server';
import { needs } from '../support/needs';
import { allGone, descendantsThatRun } from '../support/processes';
import { COMMAND, ServerProcess, type Message } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

let root: string;
const servers: ServerProcess[] = [];

beforeEach(() => {
  root = temporaryDirectory('definitions-e2e');
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.child.kill('SIGKILL');
    await server.exited;
  }
});

async function serve(...args: string[]): Promise<ServerProcess> {
  const env = {
    XDG_CONFIG_HOME: root,
    MCP_TOOL_PREFIX: '',
    PATH: `${PROGRAMS}:${process.env['PATH']}`,
    LOG_KEY: 'sk-e2e-secret',
  };
  const named = ['--tools-dir', '.toolwright/tools', '--tools-dir', 'tools'];
  const server = new ServerProcess(['--pack', 'operations', ...named, ...args], { cwd: root, env });
  servers.push(server);
  await server.initialize();
  return server;
}

function put(place: string, content: object | string): void {
  mkdirSync(join(root, place, '..'), { recursive: true });
  writeFileSync(join(root, place), typeof content === 'string' ? content : JSON.stringify(content));
}

const tool = (name: string, more: object = {}) => ({
  name,
  description: 'A tool.',
  command: 'print-argv',
  synchronous: true,
  ...more,
});
const textIn = (message: Message): string => (message.result!['content'] as { text: string }[])[0]!.text;
const BUILT_IN = ['status', 'await', 'cancel'];

// The tool that reads large answers comes last, in every server.
const names = async (server: ServerProcess): Promise<string[]> =>
  (await server.toolNames()).filter((name) => name !== 'read_result');

test('A2 A4 A28 definitions of both usual directories and of --tools-dir are served after a restart, bad ones are told', async () => {
  put('.toolwright/tools/a.json', tool('a'));
  put('tools/b.json', '{"name": "b",\n}');
  put('more/c.json', tool('c'));
  const first = await serve();
  expect(await names(first)).toEqual([...BUILT_IN, 'a']);
  expect(textIn(await first.call('a'))).toBe('[]');
  expect(first.stderr).toMatch(/tools\/b\.json:2:1/);
  await first.end();
  put('tools/b.json', tool('b'));
  const second = await serve('--tools-dir', 'more');
  expect(await names(second)).toEqual([...BUILT_IN, 'a', 'b', 'c']);
});

test('shipped definitions are off until enabled, and a local one of the same name wins', async () => {
  put('tools/npm.json', tool('npm'));
  const server = await serve('--enable', 'git', '--enable', 'npm');
  const names = await server.toolNames();
  expect(names).toEqual(expect.arrayContaining(['npm', 'git_status']));
  expect(names).not.toContain('npm_run');
  expect(names.some((name) => name.startsWith('cargo'))).toBe(false);
});

test('rules under the name of a definition hold for all its tools', async () => {
  const option = { name: 'in', type: 'string', format: 'path' };
  const leaf = (name: string) => ({ name, description: 'L.', options: [option] });
  put('tools/x.json', tool('x', { subcommand: [leaf('a'), leaf('b')] }));
  put('tools/y.json', tool('y', { subcommand: [leaf('a'), leaf('b')] }));
  put(
    'toolwright.yaml',
    'tools:\n  x: { allowed_paths: [./room] }\n  y: { enabled: false }\n  x_b: { allowed_paths: [./other] }\n',
  );
  mkdirSync(join(root, 'room'));
  mkdirSync(join(root, 'other'));
  const server = await serve('--config', 'toolwright.yaml');
  expect(await names(server)).toEqual([...BUILT_IN, 'x_a', 'x_b']);
  const refused = async (name: string, path: string) =>
    (await server.call(name, { in: path })).result!['isError'] === true;
  expect([await refused('x_a', join(root, 'room/f')), await refused('x_a', join(root, 'other/f'))]).toEqual([
    false,
    true,
  ]);
  expect([await refused('x_b', join(root, 'room/f')), await refused('x_b', join(root, 'other/f'))]).toEqual([
    true,
    false,
  ]);
  expect((await server.call('y_a')).error).toMatchObject({ code: -32004 });
});

test('--watch notices a new file and tells the client', async () => {
  const server = await serve('--watch');
  expect(await names(server)).toEqual(BUILT_IN);
  put('tools/late.json', tool('late'));
  await server.next((message) => message['method'] === 'notifications/tools/list_changed');
  expect(await names(server)).toEqual([...BUILT_IN, 'late']);
});

test('what steers the server is out of reach of its own tools', async () => {
  const option = { name: 'out', type: 'string', format: 'path' };
  put('tools/w.json', tool('w', { subcommand: [{ name: 'default', description: 'W.', options: [option] }] }));
  const server = await serve();
  for (const out of ['tools/new.json', '.toolwright/tools/new.json', 'toolwright.yaml', '.toolwright']) {
    const { result } = await server.call('w', { out });
    expect([out, result!['isError']]).toEqual([out, true]);
  }
  expect((await server.call('w', { out: 'fine.txt' })).result!['isError']).toBeUndefined();
});

const watch = (model: ModelServer, ...source: string[]) => ({
  name: 'watch',
  description: 'Watches.',
  command: 'log-source',
  tool_type: 'livelog',
  livelog: {
    source_command: 'log-source',
    source_args: source,
    detection_prompt: 'Disks that are full.',
    llm_provider: { base_url: model.url, model: 'tiny', api_key: '${LOG_KEY}' },
    chunk_max_lines: 1,
    cooldown_seconds: 0,
  },
});

// In the sandbox the pids that a program prints count in a namespace of its own, so that processes are looked up from outside.
describe.each(['off', 'auto'])('under sandbox: %s', (sandbox) => {
  const possibly = sandbox === 'off' ? test : needs('bubblewrap').test;

  possibly.each([
    ['nap', ['nap', 'sleep']],
    ['stubborn', ['stubborn', 'sleep']],
  ])(
    'A27 SIGTERM during an operation: the server ends within its grace and %s is gone',
    async (program, all) => {
      put('tools/x.json', {
        name: 'x',
        description: 'X.',
        command: program,
        subcommand: [{ name: '30', description: 'N.' }],
      });
      const server = await serve('--sandbox', sandbox);
      const { result } = await server.call('x_30');
      expect(jsonOf(result)).toMatchObject({ status: 'started' });
      const started = await descendantsThatRun(server.child.pid!, all);
      expect(started.some(({ words }) => words[0]!.endsWith('bwrap'))).toBe(sandbox === 'auto');
      server.child.kill('SIGTERM');
      expect((await server.exited).code).toBe(0);
      await allGone(started);
    },
  );

  possibly(
    'a followed log: a real model server is asked, alerts reach the client, SIGTERM ends source and request',
    async () => {
      const model = await ModelServer.start();
      try {
        model.answer = (_, count) => (count === 1 ? 'The disk is full.' : 'never');
        put('tools/watch.json', watch(model, 'no space left on device', 'wait:go', 'next', 'hold'));
        const server = await serve('--sandbox', sandbox);
        const { result } = await server.call('watch');
        const { status, job_id: id } = jsonOf(result) as Record<string, unknown>;
        expect(status).toBe('started');
        const alert = 'Log alert: The disk is full. (line 1 of watch)';
        await server.next(
          (message) =>
            message['method'] === 'notifications/message' && JSON.stringify(message).includes(alert),
        );
        expect(textIn(await server.call('status', { id }))).toContain('The disk is full.');
        expect(model.asked[0]!.headers.authorization).toBe('Bearer sk-e2e-secret');
        const started = await descendantsThatRun(server.child.pid!, ['log-source']);
        writeFileSync(join(root, 'go'), '');
        const { abandoned } = await model.request(2);
        server.child.kill('SIGTERM');
        expect((await server.exited).code).toBe(0);
        await abandoned;
        await allGone(started);
        expect(server.stderr).toContain(alert);
        expect(server.stdout + server.stderr).not.toContain('sk-e2e-secret');
      } finally {
        await model.stop();
      }
    },
  );

  possibly(
    'Ctrl-C in the shell ends a call with all its processes, and shows what there is so far',
    async () => {
      const model = await ModelServer.start();
      try {
        model.answer = () => 'The disk is full.';
        put('tools/watch.json', watch(model, 'no space left on device', 'hold'));
        const env = { ...process.env, PATH: `${PROGRAMS}:${process.env['PATH']}`, LOG_KEY: 'sk-e2e-secret' };
        const child = spawn(
          process.execPath,
          [COMMAND, 'call', 'watch', '--tools-dir', 'tools', '--sandbox', sandbox],
          {
            cwd: root,
            env,
          },
        );
        let [stdout, stderr] = ['', ''];
        child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
        child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
        const closed = new Promise<unknown[]>((resolve) => child.on('close', (...how) => resolve(how)));
        // Beside code of an author's, signals are listened to from the first progress on; see docs/shell.md.
        while (!/^1 Log alert/m.test(stderr)) await delay(20);
        const started = await descendantsThatRun(child.pid!, ['log-source', 'sleep']);
        child.kill('SIGINT');
        expect(await closed).toEqual([130, null]);
        expect(stdout).toMatch(/^So far: 1 line followed[\s\S]*The disk is full\./);
        await allGone(started);
      } finally {
        await model.stop();
      }
    },
  );
});

test('A27 an operation that ends within the grace is let to', async () => {
  const script = { name: 'script', type: 'string', required: true };
  const subcommand = [{ name: 'default', description: 'S.', positional_args: [script] }];
  put('tools/x.json', { name: 'x', description: 'X.', command: 'sh -c', subcommand });
  const server = await serve('--operations-inline-wait', '0', '--operations-grace', '20');
  await server.call('x', { script: 'sleep 0.5; echo done > done.txt' });
  server.child.kill('SIGTERM');
  expect((await server.exited).code).toBe(0);
  expect(readFileSync(join(root, 'done.txt'), 'utf8')).toBe('done\n');
});
