import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BuiltinServer } from '../support/builtin-server';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

// What programs of definitions see and can change; the server runs as it does by default, under `sandbox: auto`.
const base = temporaryDirectory('tw-box');
const project = join(base, 'project');
const home = join(base, 'home');
const opt = join(base, 'opt/tool');
const put = (file: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, mode);
};
put(join(home, 'secret.txt'), 'CANARY');
put(join(home, '.ssh/id_rsa'), 'CANARY');
put(join(home, '.cargo/credentials.toml'), 'CANARY');
put(join(home, '.cargo/bin/chain'), '#!/bin/sh\ncat "$(dirname "$0")/../version"\n', 0o755);
put(join(home, '.cargo/version'), 'chain of cargo\n');
put(join(home, '.local/bin/own'), '#!/bin/sh\necho own\n', 0o755);
put(join(home, '.local/share/keyrings/key'), 'CANARY');
put(join(opt, 'bin/odd'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/version"\n', 0o755);
put(join(opt, 'lib/version'), 'odd of opt\n');
put(join(opt, 'notes'), 'CANARY');
put(join(project, 'a.txt'), 'inside\n');
put(join(project, 'denied/key'), 'CANARY');
const definition = (name: string, command: string, more: object = {}) =>
  put(
    join(project, `.toolwright/tools/${name}.json`),
    JSON.stringify({ name, description: 'Runs.', command, synchronous: true, ...more }),
  );
definition('script', 'sh script.sh');
definition('local', 'sh script.sh', { annotations: { openWorldHint: false } });
for (const name of ['chain', 'own', 'odd', 'cargo', 'python3']) definition(name, name);

const path = `${home}/.cargo/bin:${home}/.local/bin:${opt}/bin:${process.env['PATH']}`;
const servers: BuiltinServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function serve(config: string, env: Record<string, string> = {}): Promise<BuiltinServer> {
  const server = await BuiltinServer.start({
    directory: project,
    config,
    env: { HOME: home, PATH: path, ...env },
    packs: ['system'],
  });
  servers.push(server);
  return server;
}

// Returns what was said when a tool was disabled.
async function vanished(server: BuiltinServer, tool: string): Promise<string> {
  while (server.open.registry.isEnabled(tool)) await delay(20);
  return server.records.map(({ message }) => message).find((text) => text.startsWith(`${tool} is disabled`))!;
}

async function script(server: BuiltinServer, text: string, tool = 'script') {
  writeFileSync(join(project, 'script.sh'), text);
  const { text: shown } = await server.call(tool);
  return { shown, stdout: shown.split('[stderr]')[0]!.trimEnd() };
}

const RULES = 'tools: { script: { denied_paths: [denied] } }\n';

needs('bubblewrap').describe.each(['auto', 'required'])('definitions under sandbox: %s', (mode) => {
  let server: BuiltinServer;
  beforeAll(async () => (server = await serve(`sandbox: ${mode}\n${RULES}`)));

  test('see the project, and neither the home nor what is denied', async () => {
    const { shown, stdout } = await script(
      server,
      `cat a.txt; cat ${home}/secret.txt ${home}/.ssh/* ${home}/.cargo/cred* ${home}/.local/share/keyrings/key ${opt}/notes denied/key /etc/shadow; ls -A ${home}`,
    );
    expect(stdout).toContain('inside');
    expect(shown).not.toContain('CANARY');
    expect(shown).not.toContain('root:');
    expect(stdout).not.toContain('.ssh');
  });

  test('write the project, and neither steering files nor toolchains nor the system', async () => {
    const targets = ['toolwright.yaml', '.toolwright/tools/script.json', `${home}/.cargo/bin/chain`];
    const before = targets.map((file) =>
      readFileSync(join(file.startsWith('/') ? '' : project, file), 'utf8'),
    );
    await script(
      server,
      `echo made > made; for f in ${targets.join(' ')} /usr/bin/tw-evil ${home}/.local/bin/own ${opt}/lib/version; do echo evil > $f; done; rm -rf ${home}/.cargo; echo x > ${home}/kept`,
    );
    expect(readFileSync(join(project, 'made'), 'utf8')).toBe('made\n');
    const after = targets.map((file) =>
      readFileSync(join(file.startsWith('/') ? '' : project, file), 'utf8'),
    );
    expect(after).toEqual(before);
    expect(readFileSync(join(home, '.local/bin/own'), 'utf8')).toContain('echo own');
    expect(readFileSync(join(opt, 'lib/version'), 'utf8')).toBe('odd of opt\n');
    expect(existsSync('/usr/bin/tw-evil') || existsSync(join(home, 'kept'))).toBe(false);
  });

  test("see nothing of the project beyond the caller's roots", async () => {
    put(join(project, 'part/script.sh'), 'cat own.txt; cat ../a.txt; echo x > ../by-another\n');
    put(join(project, 'part/own.txt'), 'own part\n');
    const session = { id: 'part', roots: () => Promise.resolve([join(project, 'part')]) };
    const { result } = await server.open.registry.callNow('script', {}, { door: 'client', session });
    const shown = JSON.stringify(result);
    expect(shown).toContain('own part');
    expect(shown).not.toContain('inside');
    expect(existsSync(join(project, 'by-another'))).toBe(false);
  });

  test.each([
    ['chain', 'chain of cargo\n'],
    ['own', 'own\n'],
    ['odd', 'odd of opt\n'],
  ])('run %s from where the user installed it', async (tool, says) => {
    expect((await server.call(tool)).text).toBe(says);
  });

  test('name the cure when something is missing there', async () => {
    const { shown } = await script(server, `cat ${home}/secret.txt`);
    expect(shown).toContain('sandbox: { readable: [PATH] }');
    expect(shown.includes('tools: { script: { sandbox: false } }')).toBe(mode === 'auto');
    const written = await script(server, `echo x > ${home}/.cargo/version`);
    expect(written.shown).toContain('sandbox: { writable: [PATH] }');
  });

  test('keep nothing in /tmp, and have it as their temporary directory', async () => {
    const { stdout } = await script(server, 'echo $TMPDIR; ls -A /tmp | grep -v tw- | head -1');
    expect(stdout.split('\n')[0]).toBe('/tmp');
  });
});

needs('bubblewrap').describe('the network of definitions', () => {
  const NETWORK = 'wc -l < /proc/net/route';
  test.each([
    ['auto', 'script', true],
    ['auto', 'local', false],
    ['{ mode: auto, network: false }', 'script', false],
    ['required', 'script', false],
    ['{ mode: required, network: true }', 'local', true],
  ])('under sandbox: %s, %s has it: %s', async (sandbox, tool, has) => {
    const server = await serve(`sandbox: ${sandbox}\n`);
    const outside = readFileSync('/proc/net/route', 'utf8').trim().split('\n').length;
    const { stdout } = await script(server, NETWORK, tool);
    expect(Number(stdout)).toBe(has ? outside : 1);
  });
});

needs('bubblewrap').test('the operator can show, open or leave the sandbox', async () => {
  const shown = await serve(`sandbox: { readable: ['${home}/secret.txt'], writable: ['${home}/.cargo'] }\n`);
  const seen = await script(
    shown,
    `cat ${home}/secret.txt; echo y > ${home}/secret.txt; echo x > ${home}/.cargo/new; cat ${home}/.cargo/cred*`,
  );
  expect(seen.stdout).toBe('CANARY');
  expect(readFileSync(join(home, 'secret.txt'), 'utf8')).toBe('CANARY');
  expect(readFileSync(join(home, '.cargo/new'), 'utf8')).toBe('x\n');
  const outside = await serve('sandbox: auto\ntools: { script: { sandbox: false } }\n');
  expect((await script(outside, `cat ${home}/secret.txt`)).stdout).toBe('CANARY');
  expect(outside.records.map(({ message }) => message).join('\n')).toContain('tools.script.sandbox: false');
});

needs('bubblewrap').test('the check whether a program is available runs in the sandbox too', async () => {
  const check = (line: string) => ({ availability_check: { command: 'sh', args: ['-c', line] } });
  definition('probed', 'sh', check(`cat ${home}/secret.txt; echo evil > toolwright.yaml || exit 3`));
  definition('allowed', 'sh', check('test -f a.txt'));
  const server = await serve('sandbox: auto\n');
  // A start waits for slow checks only a moment; what they find counts later.
  const disabled = await vanished(server, 'probed');
  expect(disabled).toContain('failed with exit code 3');
  expect(server.open.registry.isEnabled('allowed')).toBe(true);
  expect(readFileSync(join(project, 'toolwright.yaml'), 'utf8')).toBe('sandbox: auto\n');
});

// The toolchains of whoever runs the tests: none may fail in the sandbox, or become another version.
const REAL = ['cargo', 'python3', 'node', 'git'].filter((program) => {
  try {
    return execFileSync('which', [program]).length > 0;
  } catch {
    return false;
  }
});
needs('bubblewrap').test.each(REAL)('%s is the same inside and outside', async (program) => {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('TOOLWRIGHT'),
    ),
  );
  definition('version', `${program} --version`);
  const inside = await serve('sandbox: required\n', env);
  const outside = await serve('sandbox: off\n', env);
  const answer = (await outside.call('version')).text;
  expect(answer).toMatch(/\d/);
  expect((await inside.call('version')).text).toBe(answer);
});
