import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAudit, type ReadRecord } from '../../src/audit/read-audit';
import { verifyAudit } from '../../src/audit/verify-audit';
import { needs, WITH_MOUNTS } from '../support/needs';
import { COMMAND, SERVE, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// The audit of the built server, in real processes that are killed, run side by side, and run out of disk.
const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.end();
});

function started(
  directory: string,
  args: string[] = [],
  options: { through?: readonly string[]; run?: readonly string[] } = {},
): ServerProcess {
  const server = new ServerProcess(['--audit', join(directory, 'audit'), '--prefix', '', ...args], {
    cwd: directory,
    env: { HOME: directory },
    ...options,
  });
  servers.push(server);
  return server;
}

const toolwright = (directory: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: directory },
    input: '',
  });
  return { status, stdout, stderr };
};
const calls = (directory: string): ReadRecord[] =>
  readAudit(join(directory, 'audit')).filter(({ type }) => type === 'call');

test('every answered call is recorded, whenever the server is killed', async () => {
  const directory = temporaryDirectory('tw-audit');
  const answered = new Set<string>();
  for (let round = 0; round < 8; round++) {
    const server = started(directory);
    await server.initialize();
    const sent: Promise<void>[] = [];
    for (let index = 0; index < 40; index++) {
      const message = `${round}/${index}`;
      sent.push(
        server.call('echo', { message }).then(
          () => {
            answered.add(message);
            // With an answer just read, and others under way.
            if (answered.size % 40 === 5 * round + 3) server.child.kill('SIGKILL');
          },
          () => undefined,
        ),
      );
    }
    await Promise.all(sent);
    server.child.kill('SIGKILL');
    await server.exited;
  }
  expect(answered.size).toBeGreaterThan(8);
  const recorded = new Set(calls(directory).map(({ args }) => args?.['message']));
  expect([...answered].filter((message) => !recorded.has(message))).toEqual([]);
  // A killed process may leave its last record out of the head, and the next one repairs that.
  const last = started(directory);
  await last.initialize();
  await last.call('echo', { message: 'last' });
  await last.end();
  expect(verifyAudit(join(directory, 'audit')).findings).toEqual([]);
});

test('every answered call is recorded over HTTP too, whenever the server is killed', async () => {
  const directory = temporaryDirectory('tw-audit');
  const answered = new Set<string>();
  const body = (id: number, method: string, params: object): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  for (let round = 0; round < 4; round++) {
    const server = started(directory, ['--http', '0']);
    const url = await server.listening();
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const begun = await fetch(url, { method: 'POST', headers, body: body(0, 'initialize', hello) });
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    await begun.text();
    const call = async (message: string, id: number): Promise<void> => {
      const params = { name: 'echo', arguments: { message } };
      const sent = {
        method: 'POST',
        headers: { ...headers, ...session },
        body: body(id, 'tools/call', params),
      };
      const text = await (await fetch(url, sent)).text();
      if (text.includes(message)) answered.add(message);
      // With an answer just read, and others under way.
      if (answered.size % 40 === 9 * round + 3) server.child.kill('SIGKILL');
    };
    const messages = Array.from({ length: 40 }, (_, index) => `${round}/${index}`);
    await Promise.allSettled(messages.map((message, index) => call(message, index + 1)));
    server.child.kill('SIGKILL');
    await server.exited;
  }
  expect(answered.size).toBeGreaterThan(4);
  const recorded = new Set(calls(directory).map(({ args }) => args?.['message']));
  expect([...answered].filter((message) => !recorded.has(message))).toEqual([]);
  const last = started(directory);
  await last.initialize();
  await last.call('echo', { message: 'last' });
  await last.end();
  expect(verifyAudit(join(directory, 'audit')).findings).toEqual([]);
});

test('processes side by side write a chain each, and those that follow go on with them', async () => {
  const directory = temporaryDirectory('tw-audit');
  for (let round = 0; round < 2; round++) {
    const side = [1, 2, 3].map(() => started(directory));
    await Promise.all(side.map((server) => server.initialize()));
    await Promise.all(
      side.flatMap((server, index) =>
        Array.from({ length: 20 }, (_, n) => server.call('echo', { message: `${round} ${index} ${n}` })),
      ),
    );
    await Promise.all(side.map((server) => server.end()));
  }
  const { sound, chains } = verifyAudit(join(directory, 'audit'));
  expect({ sound, chains: chains.map(({ name }) => name) }).toEqual({ sound: true, chains: ['1', '2', '3'] });
  expect(calls(directory)).toHaveLength(120);
});

test('no tool reads or changes it', async () => {
  const directory = temporaryDirectory('tw-audit');
  const server = started(directory);
  await server.initialize();
  await server.call('echo', { message: 'one' });
  const file = 'audit/1/000001.jsonl';
  const read = JSON.stringify(await server.call('read_file', { path: file }));
  const listed = JSON.stringify(await server.call('execute_command', { command: `cat ${file}` }));
  const written = JSON.stringify(await server.call('write_file', { path: file, content: 'x' }));
  for (const answer of [read, listed, written]) expect(answer).toMatch(/"isError":true/);
  expect(read).toMatch(/contains a secret of the server/);
  await server.end();
  expect(verifyAudit(join(directory, 'audit')).findings).toEqual([]);
  expect(calls(directory).map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'echo ok',
    'read_file refused',
    'execute_command refused',
    'write_file refused',
  ]);
});

needs('small file systems').describe('on a full disk', () => {
  const full = (directory: string, mode: string): ServerProcess => {
    mkdirSync(join(directory, 'audit'));
    const mount = `mount -t tmpfs -o size=64k none '${join(directory, 'audit')}' && exec "$0" "$@"`;
    return started(directory, ['--audit-on-failure', mode, '--audit-argument-length', '4000'], {
      through: [...WITH_MOUNTS, mount],
    });
  };
  const fill = async (server: ServerProcess): Promise<string[]> => {
    await server.initialize();
    const answers: string[] = [];
    for (let index = 0; index < 40; index++)
      answers.push(JSON.stringify(await server.call('echo', { message: 'x'.repeat(3_000) })));
    return answers;
  };

  test('calls are refused, and say why', async () => {
    const server = full(temporaryDirectory('tw-audit'), 'refuse');
    const answers = await fill(server);
    const first = answers.findIndex((answer) => answer.includes('audit_failed'));
    expect(first).toBeGreaterThan(3);
    expect(answers[first]).toMatch(/was carried out, but the audit can't be written.*ENOSPC/);
    expect(answers[first + 1]).toMatch(/was not carried out, because the audit can't be written.*ENOSPC/);
    expect(answers.slice(0, first).join()).not.toMatch('audit_failed');
    expect(server.stderr).toMatch(/no call is carried out until it can/);
  });

  // In a tmpfs of which everything is taken, but for what was written there before.
  const taken = (directory: string, before: string) => [
    ...WITH_MOUNTS,
    `mount -t tmpfs -o size=64k none '${join(directory, 'audit')}' && cd '${directory}' && ${before}
     cat /dev/zero > audit/fill 2>/dev/null; exec "$0" "$@"`,
  ];
  const writesNote = (directory: string, before: string, ...more: string[]) => {
    mkdirSync(join(directory, 'audit'));
    const call = ['call', 'write_file', '--path', 'note.txt', '--content', 'x', '--audit', 'audit', ...more];
    const [program, ...args] = [...taken(directory, before), process.execPath, COMMAND, ...call];
    const env = { PATH: process.env['PATH'] ?? '', HOME: directory };
    const { status, stdout, stderr } = spawnSync(program!, args, {
      cwd: directory,
      encoding: 'utf8',
      env,
      input: '',
    });
    return { status, said: stdout + stderr, written: existsSync(join(directory, 'note.txt')) };
  };

  test.each([
    ['system', ''],
    ['disk', ''],
    ['system', `node '${COMMAND}' call echo --message hello --audit audit >/dev/null 2>&1;`],
  ])('the first call is refused as well: sync %s, %s', (sync, before) => {
    const done = writesNote(temporaryDirectory('tw-audit'), before, '--audit-sync', sync);
    expect(done.said).toMatch(/write_file was not carried out, because the audit can't be written.*ENOSPC/);
    expect([done.status, done.written]).toEqual([1, false]);
  });

  test('a disk that is read-only is refused at the start', () => {
    const directory = temporaryDirectory('tw-audit');
    const done = writesNote(directory, "mount -o remount,ro none 'audit' &&");
    expect(done.said).toMatch(/audit\.dir.*can't be written.*EROFS/);
    expect([done.status, done.written]).toEqual([2, false]);
  });

  test('the first call goes on where the operator says so', () => {
    const done = writesNote(temporaryDirectory('tw-audit'), '', '--audit-on-failure', 'continue');
    expect([done.status, done.written]).toEqual([0, true]);
  });

  test('a server refuses its first call as well', async () => {
    const directory = temporaryDirectory('tw-audit');
    mkdirSync(join(directory, 'audit'));
    const server = started(directory, [], { through: taken(directory, '') });
    await server.initialize();
    const write = async () =>
      JSON.stringify(await server.call('write_file', { path: 'note.txt', content: 'x' }));
    expect(await write()).toMatch(/was not carried out, because the audit can't be written.*ENOSPC/);
    expect(await write()).toMatch(/was not carried out/);
    expect(existsSync(join(directory, 'note.txt'))).toBe(false);
  });

  test('calls go on where the operator says so', async () => {
    const server = full(temporaryDirectory('tw-audit'), 'continue');
    const answers = await fill(server);
    expect(answers.join()).not.toMatch('audit_failed');
    expect(server.stderr).toMatch(/calls go on unrecorded/);
  });
});

describe('the command', () => {
  const directory = temporaryDirectory('tw-audit');
  beforeAll(async () => {
    writeFileSync(join(directory, 'a.txt'), 'text');
    const server = started(directory);
    await server.initialize();
    await server.call('read_file', { path: 'a.txt' });
    await server.call('read_file', { path: '/etc/shadow' });
    await server.call('run', { command: 'await tools.echo({ message: "inner" })' });
    await server.call('nonsense', {});
    await server.end();
  }, 60_000);

  test('verify says that it is sound, and how far it goes', () => {
    const { status, stdout } = toolwright(directory, 'audit', 'verify', 'audit');
    expect(stdout).toMatch(/chain 1: 8 records, up to 1:8:[0-9a-f]{64}\nsound: 1 chain in/);
    expect(status).toBe(0);
    const head = /1:8:[0-9a-f]{64}/.exec(stdout)![0];
    expect(toolwright(directory, 'audit', 'verify', 'audit', '--head', head).status).toBe(0);
    const other = head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    expect(toolwright(directory, 'audit', 'verify', 'audit', '--head', other)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('which whoever noted it knows'),
    });
  });

  test('show lists the calls, and only those asked for', () => {
    const all = toolwright(directory, 'audit', 'show', 'audit');
    expect(all.stdout.split('\n')).toHaveLength(9);
    const refused = toolwright(directory, 'audit', 'show', 'audit', '--outcome', 'refused', '--json').stdout;
    const records = refused
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ReadRecord);
    expect(records.map(({ name, refused_by }) => `${name} ${refused_by}`)).toEqual([
      'read_file policy',
      'nonsense unknown',
    ]);
    expect(toolwright(directory, 'audit', 'show', 'audit', '--last', '1').stdout).toMatch(/ close\n$/);
  });

  test('what a caller made up stays in its line, and moves no cursor', async () => {
    const directory = temporaryDirectory('tw-audit');
    const forged = '2026-01-01T00:00:00.000Z x-1 client ada wipe ok 1 ms';
    const server = started(directory);
    await server.initialize();
    await server.call(`a\n${forged}\u001b[2J\u009b`, {});
    await server.end();
    const id = calls(directory)[0]!.id!;
    for (const words of [['show'], ['show', '--json'], ['explain', id]]) {
      const { stdout } = toolwright(directory, 'audit', ...words, 'audit');
      expect(stdout).toContain(forged);
      expect(stdout.split('\n')).not.toContainEqual(expect.stringMatching(/^\s*2026-01-01/));
      expect(stdout).not.toMatch(/[\u001b\u009b]/);
    }
  });

  test('explain says why a call was refused, and what belongs to it', () => {
    const [, refused, inner, run] = calls(directory);
    const why = toolwright(directory, 'audit', 'explain', refused!.id!, 'audit').stdout;
    expect(why).toMatch(/The policy refused it: .*\n {2}by .*roots.*\n {2}at /);
    expect(why).toMatch('It was refused: the policy does not allow it.');
    expect(toolwright(directory, 'audit', 'explain', run!.id!, 'audit').stdout).toMatch(
      /It made:\n {2}.* run .*echo ok/,
    );
    expect(toolwright(directory, 'audit', 'explain', inner!.id!, 'audit').stdout).toMatch(/Made by run \(/);
  });

  test('a changed byte is found, with its place, and the exit code says so', () => {
    const file = join(directory, 'audit', '1', '000001.jsonl');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, before.replace('/etc/shadow', '/etc/shadov'));
    const { status, stdout } = toolwright(directory, 'audit', 'verify', 'audit');
    expect(status).toBe(1);
    expect(stdout).toMatch(/000001\.jsonl:4: record 4 was changed/);
    expect(stdout).toMatch(/NOT SOUND: 1 finding/);
    writeFileSync(file, before);
  });
});

test('verify does not call an emptied directory sound', () => {
  const directory = temporaryDirectory('tw-audit');
  mkdirSync(join(directory, 'audit'));
  expect(toolwright(directory, 'audit', 'verify', 'audit')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/there is no audit in it\nNOT SOUND/),
  });
});

describe('an audit whose chain can’t be opened refuses the first call', () => {
  const link = (path: string) => symlinkSync('/dev/null', path);
  test.each<[string, (chain: string) => void, RegExp]>([
    ['a file in place of the chain', (chain) => writeFileSync(chain, ''), /ENOTDIR|not a directory/],
    [
      'a directory in place of the head',
      (chain) => mkdirSync(join(chain, 'head'), { recursive: true }),
      /EISDIR/,
    ],
    [
      'a device in place of the records',
      (chain) => (mkdirSync(chain), link(join(chain, '000001.jsonl'))),
      /ELOOP/,
    ],
    ['a device in place of the head', (chain) => (mkdirSync(chain), link(join(chain, 'head'))), /ELOOP/],
  ])('%s', (_what, spoil, says) => {
    const directory = temporaryDirectory('tw-audit');
    mkdirSync(join(directory, 'audit'));
    spoil(join(directory, 'audit', '1'));
    const args = ['call', 'write_file', '--path', 'note.txt', '--content', 'x', '--audit', 'audit'];
    const { status, stdout, stderr } = toolwright(directory, ...args);
    expect(stdout + stderr).toMatch(/write_file was not carried out, because the audit can't be written/);
    expect(stdout + stderr).toMatch(says);
    expect([status, existsSync(join(directory, 'note.txt'))]).toEqual([1, false]);
  });
});

test('an audit that can’t be written is refused at the start', async () => {
  const directory = temporaryDirectory('tw-audit');
  writeFileSync(join(directory, 'audit'), 'a file');
  const server = new ServerProcess(['--audit', 'audit'], {
    cwd: directory,
    env: { HOME: directory },
    run: SERVE,
  });
  expect(await server.exited).toMatchObject({ code: 2 });
  expect(server.stderr).toMatch(/audit\.dir.*is not a directory/);
  rmSync(join(directory, 'audit'));
});
